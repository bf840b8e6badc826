"""A server with books, written from the reader's reference (section 1) alone: login, library, jobs, manifests, chunks, files with
ranges, resume, bookmarks, dictionary. It says of every request what came; what is to go wrong is said by an order, or by
POST /control with the same object.

Orders, each for requests whose path begins with "path" (all without it), "times" times (always without it):
{"fault": "status", "status": 404}, {"fault": "cut"} sends half of the bytes and drops the link, {"fault": "half"} half of a text as if
it were all, {"fault": "stall"} sends half and nothing more, {"fault": "page"} a page of HTML, {"fault": "ranges"} ignores them,
{"fault": "416"} refuses them, {"fault": "short"} gives 100,000 bytes of one at most, {"fault": "redirect", "to": url}. {"clear": true} ends all of them.
{"expire": true} forgets all logins, {"grow": n} lets the growing job have n chunks, {"job": status} says how it is,
{"items": n} fills the library up to n, {"bulk": bytes} gives each of its items so much more.
{"films": true} puts the film job-91cc, a long one as the job job-91cd, and the subtitles job-srt1 there.
{"clock": seconds} since 1970 is what its clock shows: it stands until something is kept, and goes on by a second then."""

import argparse
import asyncio
import json
import math
import struct
import uuid
from email.utils import formatdate

import uvicorn
from fastapi import FastAPI, Header, HTTPException, Query, Request
from fastapi.responses import JSONResponse, Response, StreamingResponse
from pydantic import BaseModel

from peer import commands, tell

BOOK, SECRET, LIVE = "job-7f3a", "job-private", "job-live1"
FILM, FILMJOB, SUBTITLES = "job-91cc", "job-91cd", "job-srt1"
USER, PASSWORD = "reader1", "correct horse"
# A name with all that a path may not have as it is.
ODD = "0011-0012 Лампа #1 50%? ж_orig.wav"


def wave(seconds, rate=8000):
    data = bytes(2 * int(seconds * rate))
    return (b"RIFF" + struct.pack("<I", 36 + len(data)) + b"WAVEfmt " + struct.pack("<IHHIIHH", 16, 1, 1, rate, 2 * rate, 2, 16)
            + b"data" + struct.pack("<I", len(data)) + data)


def lane(text):
    return {"text": text, "tokens": text.split()}


def sentence(number, place):
    return {
        "sentence_number": number, "original": lane(f"Sentence {number} came."), "translation": lane(f"Фраза {number}."),
        "transliteration": None, "total_duration": 0.5,
        "originalStartGate": 0.4 * place, "originalEndGate": 0.4 * (place + 1),
        "startGate": 0.5 * place, "endGate": 0.5 * (place + 1)}


def chunk(start, sound):
    """Two sentences, as a chunk's file has them."""
    return {
        "version": 3, "chunk_id": f"{start:04}-{start + 1:04}_lamp", "range_fragment": f"{start:04}-{start + 1:04}",
        "start_sentence": start, "end_sentence": start + 1, "sentence_count": 2,
        "audioTracks": {"orig": {"path": sound, "duration": 0.8}, "translation": {"path": f"media/{start:04}_trans.wav"}},
        "sentences": [sentence(start, 0), sentence(start + 1, 1)]}


class Job:
    """A folder in memory."""

    def __init__(self, job, title, count, origin, public=True):
        self.job, self.title, self.origin, self.public = job, title, origin, public
        self.status = "completed" if origin == "library" else "running"
        self.ready = count
        self.files = {}
        for place in range(count + 8):
            start = 11 + 2 * place
            sound = f"media/{ODD}" if place == 0 else f"media/{start:04}_orig.wav"
            self.files[f"metadata/chunk_{place:04}.json"] = json.dumps(chunk(start, sound)).encode()
            self.files[sound] = wave(0.8)
            self.files[f"media/{start:04}_trans.wav"] = wave(1.0)
        self.files["media/images/0011-0012/sentence_00011.png"] = b"picture of 11"
        self.files["media/images/0011-0012/sentence_00012.png"] = b"picture of 12"
        self.files["metadata/content_index.json"] = json.dumps({"chapters": [
            {"title": "The station", "start_sentence": 11, "end_sentence": 12},
            {"title": "The lamp", "start_sentence": 13, "end_sentence": 16}]}).encode()
        self.files["metadata/job.json"] = json.dumps({
            "job_id": job, "result": {"media_metadata": {
                "book_title": title, "book_author": "A. Ivanov", "input_language": "English", "target_languages": ["Russian"],
                "total_sentences": 2 * count, "content_index_path": "metadata/content_index.json"}}}).encode()

    @property
    def complete(self):
        return self.status == "completed"

    def url(self, path):
        return f"/api/library/media/{self.job}/file/{path}" if self.origin == "library" else None

    def manifest(self, summary):
        chunks = []
        for place in range(self.ready):
            path = f"metadata/chunk_{place:04}.json"
            data = json.loads(self.files[path])
            start = data["start_sentence"]
            chunks.append({
                "chunkId": data["chunk_id"], "rangeFragment": data["range_fragment"], "startSentence": start,
                "endSentence": start + 1, "files": [{"name": f"{start}_orig.wav", "url": None, "relative_path": f"media/{start}_orig.wav"}],
                "sentences": [] if summary else data["sentences"], "metadataPath": path, "metadataUrl": self.url(path),
                "sentenceCount": 2, "audioTracks": {} if summary else data["audioTracks"], "timingTracks": None,
                "timingVersion": None})
        # As some servers do: in the order in which they were done.
        return {"media": {}, "chunks": chunks[::-1], "complete": self.complete, "diagnostics": {"chunkCount": len(chunks)}}


CUES = """1
00:00:01,000 --> 00:00:02,000
One two.

2
00:00:06,000 --> 00:00:08,000
Three four five.
"""


class Film(Job):
    """A film with subtitles of two kinds, or subtitles alone, as reader 1.12 and 1.16 have them."""

    def __init__(self, job, title, origin, files):
        super().__init__(job, title, 0, origin)
        self.status = "completed"
        self.files = files

    def manifest(self, summary):
        name, fragment = ("youtube_dub", "dub") if "media/bridges.dub.mp4" in self.files else ("subtitle", "subtitle")
        media = {}
        for path in self.files:
            # The library folds kinds, names no chunk, and its paths are the server's own.
            kind = "video" if path.endswith(".mp4") else "text" if self.origin == "library" else path.rsplit(".")[-1]
            of = {} if self.origin == "library" else {"chunk_id": name, "range_fragment": fragment}
            media.setdefault(kind, []).append({
                "name": path.split("/")[-1], "url": self.url(path), "size": len(self.files[path]), "source": "completed",
                "relative_path": path, "path": f"/srv/{self.job}/{path}", "type": kind, "chunk_id": None, "range_fragment": None} | of)
        chunk = {
            "chunkId": name, "rangeFragment": fragment, "startSentence": 0, "endSentence": 0, "files": [], "sentences": [],
            "metadataPath": None, "metadataUrl": None, "sentenceCount": 0, "audioTracks": {}, "timingTracks": None,
            "timingVersion": None}
        return {"media": media, "chunks": [chunk], "complete": True, "diagnostics": {"chunkCount": 1}}


class Login(BaseModel):
    username: str
    password: str


class Question(BaseModel):
    query: str
    input_language: str
    lookup_language: str


class Server:
    def __init__(self, prefix):
        self.tokens = {}
        self.faults = []
        self.jobs = {
            BOOK: Job(BOOK, "Winter Lamp", 3, "library"), SECRET: Job(SECRET, "A Secret", 2, "library", public=False),
            LIVE: Job(LIVE, "Winter Lamp (rerun)", 2, "job")}
        self.filling = 0
        self.bulk = 0
        self.resume = {}
        self.bookmarks = {}
        self.clock = 1770279000.0
        self.prefix = prefix
        self.api = FastAPI(openapi_url=None)
        self.api.middleware("http")(self.watch)
        self.routes(self.api)
        self.app = self.api
        if prefix:
            self.app = FastAPI(openapi_url=None)
            self.app.mount(prefix, self.api)

    # What happens to every request.

    async def watch(self, request, call_next):
        path = request.url.path
        if path == "/control":
            self.order(await request.json())
            return JSONResponse({})
        tell("request", method=request.method, path=path, raw=request.scope["raw_path"].decode("latin-1"),
             query=request.url.query, authorization=request.headers.get("authorization"), range=request.headers.get("range"),
             names=sorted(request.headers.keys()))
        fault = self.fault(path)
        kind = fault and fault["fault"]
        if kind == "status":
            return JSONResponse({"detail": fault.get("detail", "Not as wished")}, fault["status"])
        if kind == "page":
            return Response("<!DOCTYPE html><html><body>Log in to the train's network</body></html>", media_type="text/html")
        if kind == "redirect":
            return Response(status_code=307, headers={"location": fault["to"]})
        request.state.kind = kind
        response = await call_next(request)
        response.headers["date"] = formatdate(self.clock, usegmt=True)
        if kind not in ("cut", "half", "stall"):
            return response
        body = b"".join([part async for part in response.body_iterator])
        if kind == "half":
            return Response(body[:len(body) // 2], response.status_code, media_type="application/json")
        return self.broken(body, response, kind)

    def broken(self, body, response, kind):
        headers = {k: v for k, v in response.headers.items() if k in ("content-length", "content-range", "content-type", "date")}

        async def parts():
            yield body[:len(body) // 2]
            # The first half is to be there before the link goes.
            await asyncio.sleep(0.05 if kind == "cut" else 3600)
            raise ConnectionAbortedError

        return StreamingResponse(parts(), response.status_code, headers)

    def fault(self, path):
        for fault in self.faults:
            if path.startswith(fault.get("path", "")) and fault.get("times", 1) > 0:
                if "times" in fault:
                    fault["times"] -= 1
                return fault
        return None

    def order(self, order):
        if order.get("clear"): self.faults = []
        if order.get("expire"): self.tokens = {}
        if "grow" in order: self.jobs[LIVE].ready = order["grow"]
        if "job" in order: self.jobs[LIVE].status = order["job"]
        if "items" in order: self.filling = order["items"]
        if "bulk" in order: self.bulk = order["bulk"]
        if "films" in order: self.add_films()
        if "clock" in order: self.clock = order["clock"]
        if "fault" in order: self.faults.append(order)

    def add_films(self):
        film = {
            "media/bridges.dub.mp4": wave(10.0), "media/bridges.dub.srt": CUES.encode(),
            "media/bridges.dub.vtt": ("WEBVTT\n\n" + CUES.replace(",", ".")).encode(), "media/other.txt": b"no subtitles"}
        self.jobs[FILM] = Film(FILM, "Bridges", "library", film)
        # More than is asked for at once.
        self.jobs[FILMJOB] = Film(FILMJOB, "Bridges", "job", film | {"media/bridges.dub.mp4": wave(600.0)})
        self.jobs[SUBTITLES] = Film(SUBTITLES, "Talk", "library", {"subtitles/talk.srt": CUES.encode()})

    # Who asks: a dead token is nobody's, and nobody is told.

    def who(self, header, query=None):
        token = header.removeprefix("Bearer ") if header else query
        return self.tokens.get(token)

    def must(self, header):
        user = self.who(header)
        if not user: raise HTTPException(401, "Not authenticated")
        return user

    def visible(self, job, header, query=None):
        if job not in self.jobs: raise HTTPException(404, "Job not found")
        job = self.jobs[job]
        if not job.public and not self.who(header, query): raise HTTPException(403, "Not allowed")
        return job

    def user(self, name):
        return {"username": name, "role": "viewer", "email": None, "first_name": "Rita", "last_name": None, "last_login": None}

    def items(self):
        items = [{
            "jobId": job.job, "author": "A. Ivanov", "bookTitle": job.title, "itemType": "book", "genre": "Fiction",
            "language": "Russian", "status": "finished", "mediaCompleted": True, "createdAt": "2026-01-11T09:00:00+00:00",
            "updatedAt": "2026-02-01T21:14:05+00:00", "libraryPath": f"/srv/{job.job}", "coverPath": None, "isbn": None,
            "metadata": {"media_metadata": {"total_sentences": 2 * job.ready}}, "public": job.public}
            for job in self.jobs.values() if job.origin == "library"]
        for number in range(len(items), self.filling):
            items.append({
                "jobId": f"job-{number:05}", "author": "Channel X", "bookTitle": f"Bridge {number}", "itemType": "video",
                "genre": None, "language": "Turkish", "status": "finished", "metadata": {"item_type": "video"}, "public": True})
        for item in items if self.bulk else []: item["metadata"]["bulk"] = "x" * self.bulk
        return items

    def routes(self, app):
        @app.get("/_health")
        def health(): return {"status": "ok"}

        @app.post("/api/auth/login")
        def login(body: Login):
            if (body.username, body.password) != (USER, PASSWORD): raise HTTPException(401, "Invalid username or password")
            token = uuid.uuid4().hex
            self.tokens[token] = body.username
            return {"token": token, "user": self.user(body.username)}

        @app.get("/api/auth/session")
        def session(authorization: str | None = Header(None)):
            return {"token": authorization.removeprefix("Bearer ") if authorization else "",
                    "user": self.user(self.must(authorization))}

        @app.post("/api/auth/logout", status_code=204)
        def logout(authorization: str | None = Header(None)):
            if not authorization: raise HTTPException(401, "Not authenticated")
            self.tokens.pop(authorization.removeprefix("Bearer "), None)

        @app.get("/api/library/items")
        def items(q: str = "", author: str | None = None, language: str | None = None, genre: str | None = None,
                  page: int = Query(1, ge=1), limit: int = Query(25, ge=1, le=100), sort: str = "updated_at_desc",
                  authorization: str | None = Header(None)):
            if any(word in q.split() for word in ("AND", "OR", "NOT")): raise HTTPException(502, "Unable to query library.")
            found = [item for item in self.items() if item["public"] or self.who(authorization)]
            found = [item for item in found if all(w in f"{item['bookTitle']} {item['author']}".lower() for w in q.split())]
            for key, wanted in (("author", author), ("language", language), ("genre", genre)):
                if wanted is not None: found = [item for item in found if item[key] == wanted]
            if sort == "updated_at_asc": found.reverse()
            return {"total": len(found), "page": page, "limit": limit, "view": "flat",
                    "items": found[(page - 1) * limit:page * limit], "groups": None}

        @app.get("/api/library/media/{job}")
        def manifest(job: str, summary: bool = False, authorization: str | None = Header(None)):
            found = self.visible(job, authorization)
            if found.origin != "library": raise HTTPException(404, "Library media not found.")
            return found.manifest(summary)

        @app.get("/api/library/media/{job}/file/{path:path}")
        def library_file(request: Request, job: str, path: str, access_token: str | None = None,
                         authorization: str | None = Header(None)):
            found = self.visible(job, authorization, access_token)
            if ".." in path.split("/"): raise HTTPException(400, "Invalid path")
            if found.origin != "library": raise HTTPException(404, "Library media not found.")
            return self.file(request, found, path)

        @app.get("/storage/jobs/{job}/{path:path}")
        def storage_file(request: Request, job: str, path: str, access_token: str | None = None,
                         authorization: str | None = Header(None)):
            found = self.visible(job, authorization, access_token)
            if found.origin == "library": raise HTTPException(404, "Job file not found.")
            return self.file(request, found, path)

        @app.get("/api/pipelines/jobs")
        def jobs(offset: int | None = None, limit: int | None = None, authorization: str | None = Header(None)):
            found = [self.record(job) for job in self.jobs.values() if job.origin == "job" and self.who(authorization)]
            paged = found[offset or 0:][:limit or 50]
            return {"jobs": paged, "total": None if limit is None else len(found), "offset": offset, "limit": limit}

        @app.get("/api/pipelines/jobs/{job}/media")
        def job_media(job: str, authorization: str | None = Header(None)):
            return self.job(job, authorization).manifest(True)

        @app.get("/api/pipelines/jobs/{job}/media/live")
        def job_live(job: str, authorization: str | None = Header(None)):
            return self.job(job, authorization).manifest(True)

        @app.get("/api/pipelines/jobs/{job}/media/chunks/{name}")
        def job_chunk(job: str, name: str, authorization: str | None = Header(None)):
            found = self.job(job, authorization)
            for given, place in zip(found.manifest(False)["chunks"][::-1], range(found.ready)):
                if name in (given["chunkId"], given["rangeFragment"], f"chunk-{place}"): return given
            raise HTTPException(404, "Chunk not found")

        @app.get("/api/pipelines/jobs/{job}/media/images/sentences/{number}")
        def sentence_picture(job: str, number: int):
            # A path is named where there is no file, too.
            if number > 13: raise HTTPException(404, "Image not found")
            return {"job_id": job, "sentence_number": number, "range_fragment": "0011-0012", "prompt": None,
                    "relative_path": f"media/images/0011-0012/sentence_{number:05}.png"}

        @app.get("/api/pipelines/{job}/cover")
        def cover(job: str):
            if job != BOOK: raise HTTPException(404, "Cover not found")
            return Response(b"cover", media_type="image/png")

        @app.get("/api/reading-beds")
        def beds():
            return {"default_id": "rain", "beds": [
                {"id": "sea", "label": "The Sea", "url": "/api/reading-beds/sea/file", "kind": "bundled",
                 "content_type": "audio/wav", "is_default": False},
                {"id": "rain", "label": "Rain on a Roof", "url": "/api/reading-beds/rain/file", "kind": "bundled",
                 "content_type": "audio/wav", "is_default": True}]}

        @app.get("/api/reading-beds/{bed}/file")
        def bed(bed: str):
            # What comes with the server is somewhere else, and may not be there.
            return Response(status_code=307, headers={"location": f"{self.prefix}/assets/reading-beds/{bed}.wav"})

        @app.get("/assets/reading-beds/{name}")
        def asset(name: str):
            if name != "rain.wav": raise HTTPException(404, "Not Found")
            return Response(wave(1.5), media_type="audio/wav")

        @app.get("/api/pipelines/jobs/{job}/lookup-cache/summary")
        def lookup_summary(job: str): return {"available": job == BOOK, "word_count": 1 if job == BOOK else 0}

        @app.get("/api/pipelines/jobs/{job}/lookup-cache/{word}")
        def lookup(job: str, word: str):
            if (job, word) != (BOOK, "лампа"): return {"word": word, "cached": False, "lookup_result": None}
            return {"word": "Лампа", "word_normalized": "лампа", "cached": True, "audio_references": [],
                    "lookup_result": {"type": "word", "definition": "lamp", "part_of_speech": "noun", "idioms": None}}

        @app.post("/api/assistant/lookup")
        def assistant(body: Question):
            entry = {"type": "word", "definition": f"{body.query} ({body.input_language} to {body.lookup_language})",
                     "part_of_speech": "noun", "example": None}
            answer = f"```json\n{json.dumps(entry)}\n```" if body.query != "plain" else "One line.\n\nAnother."
            return {"answer": answer, "model": "a model", "token_usage": {}, "source": "model"}

        @app.get("/api/pipelines/search")
        def search(query: str, job_id: str, limit: int = 20):
            return {"query": query, "limit": limit, "count": 1, "results": [
                {"job_id": job_id, "chunk_id": "0011-0012_lamp", "start_sentence": 11, "snippet": f"… {query} …", "media": {}}]}

        @app.get("/api/pipelines/{job}")
        def job_detail(job: str, authorization: str | None = Header(None)):
            return self.record(self.job(job, authorization))

        @app.get("/api/resume")
        def resumes(job_id: list[str] = Query([]), authorization: str | None = Header(None)):
            user = self.must(authorization)
            return {"entries": [self.resume[user, job] for job in job_id if (user, job) in self.resume]}

        @app.get("/api/resume/{job}")
        def resume(job: str, authorization: str | None = Header(None)):
            return {"job_id": job, "entry": self.resume.get((self.must(authorization), job))}

        @app.put("/api/resume/{job}")
        def put_resume(job: str, body: dict, authorization: str | None = Header(None)):
            user = self.must(authorization)
            if body.get("kind") not in ("sentence", "time") or body.get("media_type") not in ("text", "audio", "video"):
                raise HTTPException(422, [{"loc": ["body", "kind"], "msg": "Input should be 'sentence' or 'time'", "type": "enum"}])
            self.clock += 1
            self.resume[user, job] = body | {"job_id": job, "updated_at": self.clock}
            return {"job_id": job, "entry": self.resume[user, job]}

        @app.delete("/api/resume/{job}")
        def delete_resume(job: str, authorization: str | None = Header(None)):
            return {"deleted": self.resume.pop((self.must(authorization), job), None) is not None}

        @app.get("/api/bookmarks/{job}")
        def bookmarks(job: str, authorization: str | None = Header(None)):
            return {"job_id": job, "bookmarks": self.bookmarks.get((self.must(authorization), job), [])}

        @app.post("/api/bookmarks/{job}")
        def add_bookmark(job: str, body: dict, authorization: str | None = Header(None)):
            kept = self.bookmarks.setdefault((self.must(authorization), job), [])
            for mark in kept:
                if (mark["label"], mark["sentence"]) == (body["label"], body["sentence"]): return mark
            kept.insert(0, body | {"id": f"b-{len(kept) + 1}", "job_id": job, "created_at": self.clock})
            return kept[0]

        @app.delete("/api/bookmarks/{job}/{name}")
        def delete_bookmark(job: str, name: str, authorization: str | None = Header(None)):
            kept = self.bookmarks.get((self.must(authorization), job), [])
            kept[:] = [mark for mark in kept if mark["id"] != name]
            return {"deleted": True, "bookmark_id": name}

    def job(self, name, header):
        found = self.visible(name, header)
        if found.origin != "job": raise HTTPException(404, "Job not found")
        return found

    def record(self, job):
        return {
            "job_id": job.job, "job_type": "book", "status": job.status, "created_at": "2026-02-05T08:00:00Z",
            "job_label": job.title, "media_completed": job.complete, "latest_event": None, "error": None,
            "parameters": {"input_language": "English", "target_languages": ["Russian"], "start_sentence": 11}}

    def file(self, request, job, path):
        body = job.files.get(path)
        if body is None: raise HTTPException(404, "File not found")
        kind = getattr(request.state, "kind", None)
        wanted = request.headers.get("range")
        if not wanted or kind == "ranges": return Response(body, media_type="application/octet-stream")
        size = len(body)
        first, _, last = wanted.removeprefix("bytes=").partition("-")
        start, end = int(first or 0), min(int(last or size - 1), size - 1)
        if kind == "short": end = min(end, start + 99_999)
        if start >= size or kind == "416":
            return Response(status_code=416, headers={"content-range": f"bytes */{size}"})
        return Response(body[start:end + 1], 206, media_type="application/octet-stream",
                        headers={"content-range": f"bytes {start}-{end}/{size}", "accept-ranges": "bytes"})


async def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--prefix", default="")
    parser.add_argument("--certificate")
    parser.add_argument("--key")
    options = parser.parse_args()
    server = Server(options.prefix)
    runner = uvicorn.Server(uvicorn.Config(
        server.app, "127.0.0.1", 0, log_level="critical", access_log=False, date_header=False, lifespan="off", timeout_graceful_shutdown=1,
        ssl_certfile=options.certificate, ssl_keyfile=options.key))
    serving = asyncio.ensure_future(runner.serve())
    while not runner.started:
        await asyncio.sleep(0.005)
    tell("listening", port=runner.servers[0].sockets[0].getsockname()[1])
    async for order in commands():
        server.order(order)
        tell("ready")
    serving.cancel()


asyncio.run(main())
