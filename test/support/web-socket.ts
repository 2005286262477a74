// Accepts WebSockets of pages (RFC 6455) without a library.
import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";

const TEXT_FRAME = 0x81;
/** The length field that announces a length of 16 bits. */
const LENGTH_16 = 126;

/**
 * Completes the handshake and keeps the connection open. `/frames?count=<number>&bytes=<size>` then sends text frames of
 * 126 to 65,535 bytes.
 */
export function acceptSocket(request: IncomingMessage, socket: Duplex): void {
  const key = `${request.headers["sec-websocket-key"]}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
  const accept = createHash("sha1").update(key).digest("base64");
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
  );
  socket.on("error", () => socket.destroy());
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
  if (pathname !== "/frames") return;
  const frame = textFrame(Number(searchParams.get("bytes")));
  let left = Number(searchParams.get("count"));
  const send = () => {
    while (left > 0 && socket.writable) {
      left -= 1;
      if (!socket.write(frame)) {
        socket.once("drain", send);
        return;
      }
    }
  };
  send();
}

function textFrame(length: number): Buffer {
  const frame = Buffer.alloc(4 + length, "x");
  frame.writeUInt8(TEXT_FRAME, 0);
  frame.writeUInt8(LENGTH_16, 1);
  frame.writeUInt16BE(length, 2);
  return frame;
}
