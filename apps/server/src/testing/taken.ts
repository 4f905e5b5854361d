/** Files as a person takes them along: a paper, or a workbook's sheets. */
import readXlsx from 'read-excel-file/node';
import { type Client, held } from './client.ts';

/** A file that a call answers, as it came. */
export const takenFile = async (client: Client, account: string, path: string, body: object): Promise<Buffer> => {
  const answer = await fetch(client.url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...held(await client.signIn(account)) },
    body: JSON.stringify(body),
  });
  return Buffer.from(await answer.arrayBuffer());
};

/** Rows of a workbook's first sheet, the heading first. */
export const takenSheet = async (
  client: Client,
  account: string,
  path: string,
  body: object,
): Promise<readonly (readonly unknown[])[]> =>
  (await readXlsx(await takenFile(client, account, path, body)))[0]?.data ?? [];
