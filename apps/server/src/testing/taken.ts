/** Files as a person takes them along: a paper, or a workbook's sheets. */
import readXlsx from 'read-excel-file/node';
import type { Client } from './client.ts';

/** A file that a call answers, as it came. */
export const takenFile = async (client: Client, account: string, path: string, body: object): Promise<Buffer> =>
  client.bytes(path, await client.signIn(account), body);

/** Rows of a workbook's first sheet, the heading first. */
export const takenSheet = async (
  client: Client,
  account: string,
  path: string,
  body: object,
): Promise<readonly (readonly unknown[])[]> =>
  (await readXlsx(await takenFile(client, account, path, body)))[0]?.data ?? [];
