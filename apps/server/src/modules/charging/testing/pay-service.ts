/** A pay service over HTTP that says what a test wants it to say, to whoever signs with the key of the merchant that they name. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { signed } from '../signature.ts';

type Fields = Readonly<Record<string, string>>;
export interface PayService {
  readonly url: string;
  /** What it was asked, in order. */
  readonly asked: { act: string; body: Record<string, string> }[];
  /** Of an order, or of giving it back. */
  says: Fields | 'silent' | 'forged';
  givesBack: Fields;
  /** Those that have a key of their own. */
  readonly merchants: Map<string, string>;
  /** As it tells by itself. */
  news(orderNo: string, of: Fields, signing?: string): Record<string, string>;
  close(): void;
}

export async function startPayService(key: string, clock: () => Date): Promise<PayService> {
  const news = (orderNo: string, of: Fields, signing = key): Record<string, string> => {
    const time = String(Math.floor(clock().getTime() / 1000));
    const body = { orderNo, ref: '', amount: '', reason: '', time, ...of };
    return { ...body, sign: signed(body, signing) };
  };
  const http = createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += String(part);
    const body = JSON.parse(text) as Record<string, string>;
    const { orderNo = '', merchant, sign, amount = '' } = body;
    const signing = merchant === undefined ? key : (service.merchants.get(merchant) ?? 'of nobody');
    service.asked.push({ act: request.url ?? '', body });
    const says = request.url === '/refund' ? service.givesBack : service.says;
    if (says === 'silent') response.destroy();
    else if (sign !== signed(body, signing)) response.writeHead(403).end('{}');
    else {
      const answer =
        says === 'forged'
          ? news(orderNo, { state: 'paid', ref: 'F1', amount }, 'another key, not theirs')
          : news(orderNo, says, signing);
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify(answer));
    }
  });
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done));
  const service: PayService = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    asked: [],
    says: { state: 'pending' },
    givesBack: { state: 'pending' },
    merchants: new Map(),
    news,
    close: () => void http.close(),
  };
  return service;
}
