// What Mono's C# compiler and library lack for the samples of the documentation: the part of
// System.Net.Http.Json and System.Text.Json.Nodes that they use, and the start of all samples.

namespace System.Net.Http.Json
{
    using System.Collections;
    using System.Globalization;
    using System.Linq;
    using System.Text;

    public static class JsonContent
    {
        public static HttpContent Create(object value)
        {
            return new StringContent(Write(value), Encoding.UTF8, "application/json");
        }

        static string Write(object value)
        {
            if (value == null) return "null";
            if (value is string) return Quote((string)value);
            if (value is bool) return (bool)value ? "true" : "false";
            if (value is IFormattable)
                return ((IFormattable)value).ToString(null, CultureInfo.InvariantCulture);
            if (value is IEnumerable)
                return "[" + string.Join(",", ((IEnumerable)value).Cast<object>().Select(Write)) + "]";
            var pairs = value.GetType().GetProperties()
                .Select(one => Quote(NameOf(one.Name)) + ":" + Write(one.GetValue(value)));
            return "{" + string.Join(",", pairs) + "}";
        }

        // The original writes a capital first letter small.
        static string NameOf(string name)
        {
            if (char.IsUpper(name[0])) throw new ArgumentException(name + " would be renamed");
            return name;
        }

        static string Quote(string text)
        {
            var quoted = new StringBuilder("\"");
            foreach (var one in text)
            {
                if (one == '"' || one == '\\' || one < ' ') quoted.AppendFormat("\\u{0:x4}", (int)one);
                else quoted.Append(one);
            }
            return quoted.Append('"').ToString();
        }
    }
}

namespace System.Text.Json.Nodes
{
    using System.Collections.Generic;

    public sealed class JsonNode
    {
        readonly Dictionary<string, JsonNode> members = new Dictionary<string, JsonNode>();
        string text;

        public JsonNode this[string name]
        {
            get { return members.ContainsKey(name) ? members[name] : null; }
        }

        public override string ToString() { return text; }

        public static JsonNode Parse(string json)
        {
            var at = 0;
            return Read(json, ref at);
        }

        static JsonNode Read(string json, ref int at)
        {
            Skip(json, ref at);
            var node = new JsonNode();
            var start = at;
            if (json[at] == '"')
            {
                node.text = ReadText(json, ref at);
                return node;
            }
            if (json[at] == '{' || json[at] == '[') ReadMembers(json, ref at, node);
            else while (at < json.Length && ",]} \n".IndexOf(json[at]) < 0) at++;
            node.text = json.Substring(start, at - start);
            return node;
        }

        static void ReadMembers(string json, ref int at, JsonNode node)
        {
            var isObject = json[at++] == '{';
            for (Skip(json, ref at); json[at] != '}' && json[at] != ']'; Skip(json, ref at))
            {
                var name = isObject ? ReadText(json, ref at) : node.members.Count.ToString();
                Skip(json, ref at);
                node.members[name] = Read(json, ref at);
            }
            at++;
        }

        static string ReadText(string json, ref int at)
        {
            var text = new StringBuilder();
            for (at++; json[at] != '"'; at++)
            {
                if (json[at] == '\\') at++;
                text.Append(json[at]);
            }
            at++;
            return text.ToString();
        }

        static void Skip(string json, ref int at)
        {
            while (at < json.Length && " \n\r\t:,".IndexOf(json[at]) >= 0) at++;
        }
    }
}

static class Start
{
    static void Main()
    {
        System.Net.ServicePointManager.Expect100Continue = false;
        System.Console.OutputEncoding = new System.Text.UTF8Encoding(false);
        for (var place = 0; ; place++)
        {
            var sample = typeof(Start).Assembly.GetType("Sample" + place);
            if (sample == null) return;
            System.Console.Write("\u001e");
            var run = (System.Threading.Tasks.Task)sample.GetMethod("Run").Invoke(null, null);
            run.GetAwaiter().GetResult();
        }
    }
}
