"""A server that answers what a test tells it to."""

import http.server
import json
import socket
import socketserver
import threading


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def server_bind(self):
        """Without a look-up of the host's name, which may be slow."""
        socketserver.TCPServer.server_bind(self)
        self.server_name, self.server_port = "127.0.0.1", self.server_address[1]


class Double:
    """Keeps the requests; each answer is (status, headers, body), or a function of the handler."""

    def __init__(self, *answers):
        self.answers = list(answers)
        self.requests = []
        self.connections = 0
        self.clients = []
        double = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def setup(self):
                double.connections += 1
                super().setup()

            def handle_any(self):
                length = int(self.headers.get("Content-Length", 0))
                body = self.rfile.read(length)
                double.requests.append((self.command, self.path, dict(self.headers), body))
                answer = double.answers.pop(0) if len(double.answers) > 1 else double.answers[0]
                if callable(answer):
                    answer(self)
                    return
                status, headers, value = answer
                text = value if isinstance(value, bytes) else json.dumps(value).encode()
                self.send_response(status)
                for name, one in {"Content-Length": str(len(text)), **headers}.items():
                    self.send_header(name, one)
                self.end_headers()
                self.wfile.write(text)

            do_GET = do_POST = do_DELETE = do_PATCH = do_PUT = handle_any

            def log_message(self, *_):
                pass

        self.server = Server(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()

    def opened(self, client):
        """Closes a client at the end."""
        self.clients.append(client)
        return client

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for client in self.clients:
            client.close()
        self.server.shutdown()
        self.server.server_close()


def cut(handler):
    """Ends the connection in the middle of an answer."""
    handler.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{")
    handler.wfile.flush()
    handler.connection.shutdown(socket.SHUT_RDWR)
    handler.close_connection = True
