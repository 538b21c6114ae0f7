"""Uploads a video with nothing but Python's own library, and prints where it plays.

SHOAL_URL=… SHOAL_KEY=… python3 upload.py film.mp4
"""
import hashlib
import json
import os
import sys
import urllib.error
import urllib.request
import uuid as uuids

CHUNK_BYTES = 5_000_000


def call(method, address, body=None, content_type="application/json", headers=None):
    request = urllib.request.Request(os.environ["SHOAL_URL"] + address, data=body, method=method)
    request.add_header("Authorization", f"Bearer {os.environ['SHOAL_KEY']}")
    if body is not None:
        request.add_header("Content-Type", content_type)
    for name, value in (headers or {}).items():
        request.add_header(name, value)
    try:
        with urllib.request.urlopen(request, timeout=300) as response:
            return json.load(response)
    except urllib.error.HTTPError as error:
        answer = json.load(error)
        raise SystemExit(f"{answer['code']}: {answer['message']}") from None


def send_chunk(video, number, data, is_last):
    mark = uuids.uuid4().hex
    fields = {"checksum": hashlib.sha256(data).hexdigest(), "end": "true" if is_last else "false"}
    parts = [
        f'--{mark}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
        for name, value in fields.items()
    ]
    head = f'--{mark}\r\nContent-Disposition: form-data; name="video"; filename="chunk"\r\n'
    parts += [head.encode(), b"Content-Type: application/octet-stream\r\n\r\n", data, f"\r\n--{mark}--\r\n".encode()]
    call("POST", f"/api/videos/{video}/{number}", b"".join(parts), f"multipart/form-data; boundary={mark}")


def upload(path):
    size = os.path.getsize(path)
    name = os.path.basename(path)
    wanted = json.dumps({"title": name, "originalname": name, "size": size}).encode()
    video = call("POST", "/api/videos", wanted, headers={"Idempotency-Key": str(uuids.uuid4())})["uuid"]
    count = max(1, -(-size // CHUNK_BYTES))
    with open(path, "rb") as file:
        for number in range(count):
            send_chunk(video, number, file.read(CHUNK_BYTES), number == count - 1)
    return call("GET", f"/api/videos/{video}")["embedUrl"]


print(upload(sys.argv[1]))
