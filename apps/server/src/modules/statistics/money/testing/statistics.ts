/** A server to ask statistics of, with rows that the test made by hand. */
import type { ViewShape } from '@hengneng/form-kit';
import { sql } from 'kysely';
import readXlsx from 'read-excel-file/node';
import { expect } from 'vitest';
import { type Held, held } from '../../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../../testing/server.ts';

type Row = Readonly<Record<string, unknown>>;

interface Answer {
  readonly rows: readonly Row[];
  readonly figures: Readonly<Record<string, string | null>>;
  readonly charts: Readonly<
    Record<string, readonly { readonly by: string | null; readonly values: readonly (string | null)[] }[]>
  >;
  readonly sums: Readonly<Record<string, string>>;
}

export class Statistics {
  readonly server: TestServer;
  readonly #held = new Map<string, Held>();
  private constructor(server: TestServer) {
    this.server = server;
  }
  static start = async (): Promise<Statistics> => new Statistics(await startTestServer());
  close = (): Promise<void> => this.server.close();

  run = async (text: string): Promise<readonly Row[]> => (await sql.raw<Row>(text).execute(this.server.db)).rows;

  async #who(account: string): Promise<Held> {
    const known = this.#held.get(account) ?? (await this.server.client.signIn(account));
    this.#held.set(account, known);
    return known;
  }

  /** All rows with figures and pictures. */
  async ask(view: ViewShape, body: object, account = 'admin'): Promise<Answer> {
    const { client } = this.server;
    const answer = await client.json(
      view.calls.index,
      { PageSize: 100, Charts: true, ...body },
      await this.#who(account),
    );
    expect([answer.message, answer.errors]).toEqual(['', []]);
    return answer.data as unknown as Answer;
  }

  /** A call of another kind, whatever it answers. */
  async send(path: string, body: object, account: string) {
    return this.server.client.json(path, body, await this.#who(account));
  }

  /** What is wrong with what was asked. */
  async refused(
    view: ViewShape,
    body: object,
  ): Promise<readonly { readonly path: string; readonly message: string }[]> {
    const { client } = this.server;
    return (await client.json(view.calls.index, body, await this.#who('admin'))).errors;
  }

  /** The sum of a column in the workbook's last line. */
  async total(view: ViewShape, body: object, heading: string): Promise<number> {
    const file = await fetch(this.server.client.url + view.calls.export, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...held(await this.#who('admin')) },
      body: JSON.stringify(body),
    });
    const [sheet] = await readXlsx(Buffer.from(await file.arrayBuffer()));
    const at = sheet?.data[0]?.findIndex((cell) => String(cell).startsWith(heading)) ?? -1;
    return Number(sheet?.data.at(-1)?.[at]);
  }
}
