"""Web pages that use servers by script, as a browser runs them.

Prints its port. `/?pages=HOST,...&servers=HOST:PORT/PATH,...` shows this server's pages of each host name, which ask each server in
every way that a page has; one line for each page and server stands there at the end. Until then the page is not loaded: it has a
picture that does not come."""

import asyncio

from aiohttp import web

from peer import Listener, commands

FRAMES = """<!doctype html><ul></ul><img src="/end" alt=""><script>
const pages = new URLSearchParams(location.search).get("pages").split(",");
let left = pages.length;
addEventListener("message", (event) => {
  if (event.data === "end") return --left || fetch("/ended");
  const line = document.createElement("li");
  line.textContent = event.data;
  document.querySelector("ul").append(line);
});
for (const page of pages) {
  const frame = document.createElement("iframe");
  frame.src = `http://${page}:${location.port}/attempts${location.search}`;
  document.body.append(frame);
}
</script>"""

ATTEMPTS = """<!doctype html><script>
const socket = "/socket.io/?EIO=4&user_id=page&agent_id=1&transport=";
const body = JSON.stringify({message: "Hello", AgentID: "1", readyAnimations: []});
const headers = {"Content-Type": "application/json", "X-User-ID": "page"};

async function ask(server, path, options) {
  const answer = await fetch("http://" + server + path, options);
  return answer.type === "opaque" ? "unreadable" : answer.status;
}

function opened(server) {
  return new Promise((done, fail) => {
    const link = new WebSocket("ws://" + server + socket + "websocket");
    link.onopen = () => done("opened");
    link.onclose = fail;
  });
}

async function use({host, pathname}) {
  const attempts = {
    "GET": () => ask(host, pathname),
    "GET with credentials": () => ask(host, pathname, {credentials: "include"}),
    "GET without CORS": () => ask(host, pathname, {mode: "no-cors"}),
    "POST": () => ask(host, "/messages", {method: "POST", headers, body}),
    "POST without CORS": () => ask(host, "/messages", {method: "POST", mode: "no-cors", body}),
    "polling": () => ask(host, socket + "polling"),
    "WebSocket": () => opened(host),
  };
  const outcomes = [];
  for (const [name, attempt] of Object.entries(attempts)) {
    outcomes.push(name + " " + await attempt().catch(() => "refused"));
  }
  parent.postMessage(`${location.hostname} ${host}${pathname}: ${outcomes.join(", ")}`, "*");
}

async function run() {
  const servers = new URLSearchParams(location.search).get("servers").split(",");
  for (const server of servers) await use(new URL("http://" + server));
  parent.postMessage("end", "*");
}
run();
</script>"""


class Pages:
    def __init__(self):
        self.ended = asyncio.Event()

    def app(self):
        app = web.Application()
        for path, text in [("/", FRAMES), ("/attempts", ATTEMPTS)]:
            app.router.add_get(path, lambda request, text=text: self.page(text))
        app.router.add_get("/end", self.end)
        app.router.add_get("/ended", self.release)
        return app

    async def page(self, text):
        return web.Response(text=text, content_type="text/html")

    async def end(self, request):
        await self.ended.wait()
        return web.Response(status=404)

    async def release(self, request):
        self.ended.set()
        return web.Response()


async def main():
    await Listener(Pages().app).open()
    async for _ in commands():
        pass


asyncio.run(main())
