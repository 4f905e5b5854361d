/**
 * The end of a write that nobody waits for before its transaction ends: its last statements and the commit travel together. What they lock
 * (the counter of a module's numbers, say) is then held while the database works, and not while messages travel.
 */
import { type RawBuilder, sql } from 'kysely';

/** What is answered once its statements and the commit behind them are through. All of them have to be on their way when it is made. */
export class Late<T> {
  readonly answer: Promise<T>;
  /** The answer as `jsonb`, in SQL: a request that comes twice is answered from it, and it is written before anybody here knows it. */
  readonly kept: RawBuilder<unknown>;

  constructor(answer: Promise<T>, kept: RawBuilder<unknown>) {
    this.answer = answer;
    this.kept = kept;
    // Told by whoever awaits it behind the commit; a failure of the commit itself is told instead of it.
    answer.catch(() => undefined);
  }
}

/** The answer, for who does not end the transaction here. */
export const answerOf = async <T>(ended: T | Late<T>): Promise<T> => (ended instanceof Late ? ended.answer : ended);

/** An answer that is known before its last statements are through. */
export const lastly = <T>(last: Promise<unknown>, answer: T): Late<T> =>
  new Late(
    last.then(() => answer),
    sql`${JSON.stringify(answer)}::jsonb`,
  );
