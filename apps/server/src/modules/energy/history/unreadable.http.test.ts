/** A file of history that is far too large: said in words, at once, and without holding the file. */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { held, type Held } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';

const PROJECT = 'EMC01002';
const IMPORT = '/emcapi/HistoricalDataReport/ImpFile';
const MEGABYTE = 1024 * 1024;
const TWO_GIGABYTES = 2048 * MEGABYTE;
let server: TestServer;
let manager: Held;

beforeAll(async () => {
  server = await startTestServer();
  manager = await server.client.signIn('projectManager');
});
afterAll(() => server.close());

/** Sends a file of any size piece by piece, until all is sent or an answer comes. */
async function sendLarge(name: string, size: number) {
  const boundary = 'large-file-boundary';
  const head = [
    `--${boundary}\r\ncontent-disposition: form-data; name="ProjectCode"\r\n\r\n${PROJECT}\r\n`,
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`,
  ].join('');
  const sending = request(`${server.client.url}${IMPORT}`, {
    method: 'POST',
    headers: { ...held(manager), 'content-type': `multipart/form-data; boundary=${boundary}` },
  });
  // The server may close what nobody reads any more.
  sending.on('error', () => undefined);
  const answered = once(sending, 'response') as Promise<[IncomingMessage]>;
  const told = { at: Number.POSITIVE_INFINITY };
  let sent = 0;
  sending.once('response', () => {
    told.at = sent;
  });
  sending.write(head);
  const piece = Buffer.alloc(MEGABYTE, 'PK\u0003\u0004');
  while (sent < Math.min(size, told.at)) {
    sent += piece.length;
    if (!sending.write(piece)) await Promise.race([once(sending, 'drain'), answered]);
  }
  sending.end(`\r\n--${boundary}--\r\n`);
  const [response] = await answered;
  let text = '';
  for await (const part of response.setEncoding('utf8')) text += String(part);
  sending.destroy();
  return { sent, message: (JSON.parse(text) as { readonly message: string }).message };
}

it.each([
  ['历史.xlsx', '文件不能超过20MB'],
  ['历史.csv', '文件不能超过50MB'],
])('two gigabytes as %s are refused long before they are all here', { timeout: 60_000 }, async (name, words) => {
  const { sent, message } = await sendLarge(name, TWO_GIGABYTES);
  expect(message).toBe(words);
  expect(sent).toBeLessThan(200 * MEGABYTE);
});
