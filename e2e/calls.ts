/** Calls of one's own beside the browser, for what a flow only begins with. */
import { inject } from 'vitest';
import { Client, type Held, type Reply } from '../apps/server/src/testing/client.ts';

let known: Client | undefined;
export const callsOf = (): Client => {
  known ??= new Client(inject('baseUrl'));
  return known;
};

export const sessionOf = (account: string): Promise<Held> => callsOf().signIn(account);

/** Makes a call that has to succeed. */
export const told = async (account: string, path: string, body: object): Promise<Reply['data']> => {
  const answer = await callsOf().post(path, body, await sessionOf(account));
  if (answer.status !== 1) throw new Error(`${account} ${path}: ${answer.message} ${JSON.stringify(answer.errors)}`);
  return answer.data;
};
