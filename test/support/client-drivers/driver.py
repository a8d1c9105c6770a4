"""Makes the calls of a JSON file with the client, and prints what they returned.

``parameters`` prints the names of the parameters of each method instead.
"""

import inspect
import json
import sys

import vezne


def method_of(client, call):
    return getattr(getattr(client, call["group"]), call["method"])


def client_of(call, url):
    kind = vezne.AdminClient if call["isOfOperators"] else vezne.Client
    return kind(call["key"], url, max_retries=0)


def result_of(call, url):
    client = client_of(call, url)
    method = method_of(client, call)
    found = method(*call["path"], **call["named"])
    if isinstance(found, vezne.Export):
        return found.read().decode()
    if inspect.isgenerator(found):
        return next(found).to_dict()
    return found.to_dict()


def parameters_of(call):
    method = method_of(client_of({**call, "key": "vz_test_x"}, "http://127.0.0.1"), call)
    return list(inspect.signature(method).parameters)


with open(sys.argv[1], encoding="utf-8") as file:
    task = json.load(file)
if task["do"] == "parameters":
    results = [parameters_of(call) for call in task["calls"]]
else:
    results = [result_of(call, task["url"]) for call in task["calls"]]
json.dump(results, sys.stdout)
