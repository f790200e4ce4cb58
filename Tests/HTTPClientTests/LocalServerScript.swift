/// A server that misbehaves on request, in another language than the client's. It ends when its standard input does.
///
/// Its first line of output names the ports: `http`, `tls` (a certificate for 127.0.0.1), `wrong` (for another name),
/// `expired`, `silent` (accepts, says nothing), `plain` (speaks first, without TLS), `closed` (nobody listens), `full`
/// (does not even accept).
let localServerScript = #"""
    import asyncio, os, socket, ssl, struct, sys, urllib.parse

    folder = sys.argv[1]
    arrived, gone, gathered = {}, {}, {}

    def event(table, name):
        return table.setdefault(name, asyncio.Event())

    async def read_request(reader):
        head = await reader.readuntil(b"\r\n\r\n")
        lines = head.decode("latin-1").split("\r\n")
        method, target, _ = lines[0].split(" ")
        fields = {l.split(":", 1)[0].lower(): l.split(":", 1)[1].strip() for l in lines[1:] if l}
        body = await reader.readexactly(int(fields.get("content-length", "0")))
        return method, target, lines[1:-2], body

    def answer(body, status="200 OK", fields=""):
        body = body if isinstance(body, bytes) else body.encode()
        return f"HTTP/1.1 {status}\r\nContent-Length: {len(body)}\r\n{fields}\r\n".encode() + body

    async def wait_for_end(reader):
        while await reader.read(65536):
            pass

    async def respond(reader, writer, method, target, fields, body):
        url = urllib.parse.urlsplit(target)
        query = dict(urllib.parse.parse_qsl(url.query))
        path = url.path
        event(arrived, target).set()
        if path == "/echo":
            text = "\n".join([method, target] + fields + ["", ""]).encode() + body
            writer.write(answer(b"" if method == "HEAD" else text, fields="X-Kept: one\r\nx-kept:  two \r\nX-Empty:\r\n"))
        elif path == "/status":
            writer.write(answer("told", query["code"] + " Whatever"))
        elif path == "/arrived":
            await event(arrived, query["target"]).wait()
            writer.write(answer("yes"))
        elif path == "/gone":
            await event(gone, query["target"]).wait()
            writer.write(answer("yes"))
        elif path == "/hang":
            await wait_for_end(reader)
            event(gone, target).set()
            return False
        elif path == "/slow-header":
            writer.write(b"HTTP/1.1 200 OK\r\nContent-")
            await wait_for_end(reader)
            return False
        elif path == "/slow-body":
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc")
            await wait_for_end(reader)
            return False
        elif path == "/endless":
            writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
            while True:
                writer.write(b"x" * 65536)
                await writer.drain()
        elif path == "/endless-header":
            writer.write(b"HTTP/1.1 200 OK\r\n")
            while True:
                writer.write(b"X-Field: " + b"x" * 1000 + b"\r\n")
                await writer.drain()
        elif path == "/endless-interim":
            while True:
                writer.write(b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n")
                await writer.drain()
        elif path == "/announced":
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\nabc")
            await wait_for_end(reader)
            return False
        elif path == "/reset":
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc")
            await writer.drain()
            raw = writer.get_extra_info("socket")
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            writer.transport.abort()
            return False
        elif path == "/nothing":
            return False
        elif path == "/truncated":
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n0123456789")
            return False
        elif path == "/chunked":
            writer.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n"
                         b"4\r\nWind\r\n4;a=b\r\nfall\r\n0\r\nX-Sum: 1\r\n\r\n")
        elif path == "/chunked-cut":
            writer.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nWind\r\n")
            return False
        elif path == "/chunked-wrong":
            writer.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nWind\r\nxyz\r\n")
            return False
        elif path == "/until-close":
            writer.write(b"HTTP/1.1 200 OK\r\n\r\nto the end")
            return False
        elif path == "/head-of-large":
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n")
        elif path == "/no-content":
            writer.write(b"HTTP/1.1 204 No Content\r\n\r\n")
        elif path == "/interim":
            writer.write(b"HTTP/1.1 103 Early Hints\r\nX-Early: 1\r\n\r\n" + answer("final", fields="X-Late: 1\r\n"))
        elif path == "/raw":
            writer.write(query["bytes"].encode("latin-1"))
            return False
        elif path == "/redirect":
            writer.write(answer("moved", query["code"] + " Moved", f"Location: {query['to']}\r\n"))
        elif path == "/gather":
            group = gathered.setdefault(target, [asyncio.Event(), 0])
            group[1] += 1
            if group[1] == int(query["count"]):
                group[0].set()
            await group[0].wait()
            writer.write(answer("together"))
        else:
            writer.write(answer("nothing here", "404 Not Found"))
        return True

    async def serve(reader, writer):
        try:
            while await respond(reader, writer, *await read_request(reader)):
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError, ssl.SSLError, ValueError):
            pass
        finally:
            writer.close()

    async def silent(reader, writer):
        await wait_for_end(reader)
        writer.close()

    async def plain(reader, writer):
        writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        await wait_for_end(reader)
        writer.close()

    async def listen(serve, name=None):
        context = None
        if name:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(os.path.join(folder, name + ".pem"), os.path.join(folder, name + ".key"))
        server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=context, backlog=1024)
        return server, server.sockets[0].getsockname()[1]

    def bound(backlog=None):
        one = socket.socket()
        one.bind(("127.0.0.1", 0))
        if backlog is not None:
            one.listen(backlog)
        return one, one.getsockname()[1]

    async def main():
        kept = [await listen(serve)]
        ports = {"http": kept[0][1]}
        for name in ["tls", "wrong", "expired"]:
            if os.path.exists(os.path.join(folder, name + ".pem")):
                kept.append(await listen(serve, name))
                ports[name] = kept[-1][1]
        kept.append(await listen(silent))
        ports["silent"] = kept[-1][1]
        kept.append(await listen(plain))
        ports["plain"] = kept[-1][1]
        kept.append(bound())
        ports["closed"] = kept[-1][1]
        kept.append(bound(0))
        ports["full"] = kept[-1][1]
        for _ in range(4):
            filler = socket.socket()
            filler.setblocking(False)
            filler.connect_ex(("127.0.0.1", ports["full"]))
            kept.append(filler)
        print(" ".join(f"{name}={port}" for name, port in ports.items()), flush=True)
        await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
        os._exit(0)

    asyncio.run(main())
    """#
