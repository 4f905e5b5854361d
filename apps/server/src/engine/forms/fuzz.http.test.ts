/**
 * Bad input to every field of every section of every module: what is refused names the field in words, what is taken can be stored and read
 * again. Sections are read one value at a time, so that each has its say; drafts are sent over HTTP with all at once.
 */
import { ROLE_CODES } from '../../modules/identity/default-grants.ts';
import { fieldErrors, type FormRecord, MAX_ROWS, overruns } from '@hengneng/form-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Held } from '../../testing/client.ts';
import { jsonOf, NASTY_VALUES } from '../../testing/nasty.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import type { Module } from './catalog.ts';
import { findRecord, insertRecord } from './store.ts';

let server: TestServer;
let modules: readonly Module[];
/** Between them they may file every module. */
let people: readonly Held[];
beforeAll(async () => {
  server = await startTestServer();
  modules = server.engine.catalog.all();
  people = await Promise.all(
    // One of each role: the account is named after it.
    ROLE_CODES.filter((role) => role !== 'admin').map((role) => server.client.signIn(role)),
  );
});
afterAll(() => server.close());

interface Nasty {
  readonly value: unknown;
  /** As it arrives: what JSON makes of it. */
  readonly arrived: unknown;
  /** What the database cannot hold is refused before any form sees it. */
  readonly reachesForms: boolean;
  readonly short: string;
  /** Tables of thousands and the like: a body of them is megabytes, and what keeps them out is the same for every module. They are sent to one in five. */
  readonly isHuge: boolean;
}
/** Worked out once, not for each of hundreds of sections. */
const NASTY: readonly Nasty[] = NASTY_VALUES.map((value) => {
  const text = JSON.stringify(value);
  return {
    value,
    arrived: JSON.parse(jsonOf({ value })).value,
    reachesForms: !/\\u0000|\\ud[89a-f]/.test(text),
    short: text.slice(0, 60),
    isHuge: text.length > 2000,
  };
});
const HUGE_SHARE = 5;
const valuesFor = (module: Module): readonly Nasty[] =>
  NASTY.filter(({ isHuge }) => !isHuge || modules.indexOf(module) % HUGE_SHARE === 0);

/** One of so many pairs of fields, or modules, and values is tried. */
const SHARE = 4;
const sentTo = (module: Module): readonly Nasty[] =>
  valuesFor(module).filter((_, at) => at % SHARE === modules.indexOf(module) % SHARE);

interface Section {
  readonly module: Module;
  readonly step: number;
}
const sectionsOf = (module: Module): readonly Section[] =>
  [0, ...module.form.steps.map((step) => step.index)].map((step) => ({ module, step }));

/** The section's values one by one, each at its place: `[path, input]`. */
const placed = ({ module, step }: Section, value: unknown): readonly (readonly [string, FormRecord])[] => {
  const section = step === 0 ? 'applicant' : `s${step}`;
  const fields = module.form.fields.filter((of) => of.editable && of.section === section);
  const details = module.form.details.filter((detail) => detail.step === step);
  return [
    ...fields.map((of) => [of.key, { [of.key]: value }] as const),
    ...details.map((detail) => [detail.key, { [detail.key]: value }] as const),
    ...details.map((detail) => [detail.key, { [detail.key]: [value] }] as const),
    ...details.flatMap((detail) =>
      detail.fields
        .filter((of) => of.editable)
        .map((of) => [`${detail.key}[1].${of.key}`, { [detail.key]: [{}, { [of.key]: value }] }] as const),
    ),
  ];
};

const rollback = new Error('only tried');

/** Stores records and reads them again, all in one transaction that is taken back. @returns how many it has read */
const tried = async (module: Module, records: readonly FormRecord[]): Promise<number> => {
  let found = 0;
  const all = server.db.transaction().execute(async (tx) => {
    for (const record of records) {
      const id = await insertRecord(tx, module, record, '1', 'A63');
      found += (await findRecord(tx, module, id)) === undefined ? 0 : 1;
    }
    throw rollback;
  });
  await all.catch((error: unknown) => {
    if (error !== rollback) throw error;
  });
  return found;
};

it('a section refuses a value in words at its place, or what it takes is stored and read again', async () => {
  const wrong: string[] = [];
  let stored = 0;
  const trySection = async (section: Section): Promise<void> => {
    const { module, step } = section;
    const records: (readonly [of: string, record: FormRecord])[] = [];
    const values = valuesFor(module).filter(({ reachesForms }) => reachesForms);
    for (const [nth, { arrived, short }] of values.entries()) {
      const taken: Record<string, unknown> = {};
      // A field gets every fourth value, the next field another fourth: of each type there are hundreds.
      for (const [path, input] of placed(section, arrived).filter((_, at) => at % SHARE === nth % SHARE)) {
        const at = `${module.id} s${step} ${path} ${short}`;
        const read = module.read(step, 'draft').safeParse(input);
        if (read.success) Object.assign(taken, read.data);
        for (const error of read.success ? [] : fieldErrors(read.error))
          if (!error.path.startsWith(path) || !/[一-龥]/.test(error.message))
            wrong.push(`${at}: ${error.path} ${error.message}`);
      }
      if (Object.values(taken).every((of) => of === null)) continue;
      const record = module.form.compute(taken);
      // Refused before it is stored, at the value that was worked out.
      if (overruns(module.form, record).length > 0) continue;
      records.push([short, record]);
    }
    const together = await tried(
      module,
      records.map(([, record]) => record),
    ).catch(() => null);
    stored += together ?? 0;
    // One of them cannot be stored: each alone says which.
    for (const [of, record] of together === null ? records : []) {
      const found = await tried(module, [record]).catch((error: unknown) => {
        wrong.push(`${module.id} s${step} ${of} stored: ${String(error)}`);
        return 0;
      });
      stored += found;
    }
  };
  // While the database stores those of one section, the next one's are read.
  for (const module of modules) await Promise.all(sectionsOf(module).map(trySection));
  expect(wrong).toEqual([]);
  expect(stored).toBeGreaterThan(500);
}, 240_000);

/** Whoever may file the module: most often who filed the one before. */
const filer = async (module: Module, last: Held | undefined): Promise<Held> => {
  for (const one of last === undefined ? people : [last, ...people]) {
    const answer = await server.client.get(`${module.form.identity.api}/GetInitInfo`, {}, one);
    if (answer.status === 1) return one;
  }
  throw new Error(`nobody files ${module.id}`);
};

it('a draft with nothing but such values is refused at its fields, or saved and opened again', async () => {
  const wrong: string[] = [];
  let who: Held | undefined;
  for (const module of modules) {
    const { api } = module.form.identity;
    const paths = new Set([
      ...module.form.fields.map((of) => of.path),
      ...module.form.details.flatMap((detail) => [detail.key, ...detail.fields.map((of) => of.path)]),
    ]);
    who = await filer(module, who);
    const person = who;
    const send = async ({ short, reachesForms }: Nasty, body: FormRecord): Promise<void> => {
      const answer = await server.client.json(`${api}/Draft`, jsonOf(body), person);
      const at = `${module.id} ${short}: ${answer.http} ${answer.message}`;
      if (answer.http !== 200) wrong.push(at);
      else if (answer.status === 1) {
        const { BusinessId } = answer.data;
        const opened = await server.client.get(`${api}/GetInfo`, { BusinessId }, person);
        if (opened.status !== 1) wrong.push(`${at} cannot be opened: ${opened.message}`);
      } else if (answer.errors.length === 0) {
        if (reachesForms || !answer.message.endsWith('含有不能识别的字符')) wrong.push(at);
      } else {
        const strange = answer.errors.filter(({ path }) => !paths.has(path.replaceAll(/\[\d+\]/g, '')));
        wrong.push(...strange.map((error) => `${at} ${error.path} ${error.message}`));
      }
    };
    const sent = sentTo(module).flatMap((nasty) => {
      const inputs = placed({ module, step: 0 }, nasty.value).map(([, input]) => input);
      // Later ones of a key replace earlier ones: a table is sent with rows that hold the value.
      return [inputs, inputs.toReversed()].map((of) => send(nasty, Object.assign({}, ...of) as FormRecord));
    });
    await Promise.all(sent);
  }
  expect(wrong).toEqual([]);
}, 240_000);

it('a result that its column cannot hold is refused at the result, before anything is stored', async () => {
  const hr = await server.client.signIn('hr');
  const answer = await server.client.json(
    '/bpmapi/UserEntry/Draft',
    { formalSalary: '9999999999999999', mealSubsidy: '1' },
    hr,
  );
  expect(answer).toMatchObject({
    http: 200,
    status: 0,
    errors: [{ path: 'formalIncome', message: '转正后月收入合计超出可填写的范围' }],
  });
});

it('rows by the thousand are refused at their table, as many as allowed are saved', async () => {
  const operator = await server.client.signIn('operator');
  const notice = '/bpmapi/ConstructionNotice/Draft';
  const rows = (count: number) => Array.from({ length: count }, () => ({ quantity: '1' }));
  for (const count of [MAX_ROWS + 1, 5000]) {
    const answer = await server.client.json(notice, { chemicals: rows(count) }, operator);
    expect(answer.errors).toEqual([{ path: 'chemicals', message: '药剂明细最多500行' }]);
  }
  expect(await server.client.json(notice, { chemicals: rows(MAX_ROWS) }, operator)).toMatchObject({ status: 1 });
});
