/** A round of meters: the sheet that is read by, what was typed, and what became of it. Works the same with and without a network. */
import { entryDevices, type EntryRow, entryUpdate, projectListByModel, type ProjectRow } from '@hengneng/contracts';
import type { Judged } from '@hengneng/energy/measuring';
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import {
  type Draft,
  EMPTY,
  type Fault,
  faultOf,
  judgeRow,
  keyOf,
  type Photo,
} from '../features/energy/entry/entries.ts';
import { lastProject, rememberProject } from '../features/energy/last-project.ts';
import { callApi, messageOf } from '../lib/api.ts';
import { listen } from '../lib/events.ts';
import { Intents } from '../lib/intents.ts';
import { isSignedIn } from '../lib/session.ts';
import {
  dropEntry,
  entriesOf,
  keepEntry,
  NO_ROOM,
  type KeptEntry,
  keepSheet,
  type KeptSheet,
  sheetKey,
  sheetOf,
  sheetsOf,
  type Owner,
  sweep,
} from './keep.ts';
import { patience } from './patience.ts';
import { type Both, retyped } from './queue.ts';
import { carriedSheet, type Moment, momentsToRead, rowNow } from './round.ts';
import { sendWaiting } from './send.ts';
import { inWalk, useWalk } from './walk.ts';

/** How often what waits is tried again by itself. */
const AGAIN_MS = 30_000;
const MOST_PROJECTS = 200;
const CLOCK_MS = 20_000;
const NONE: readonly KeptEntry[] = [];

export interface Card {
  readonly key: string;
  readonly row: EntryRow;
  readonly entry: KeptEntry | undefined;
  readonly judged: Judged | null;
  readonly fault: Fault | null;
}

/** Read by somebody, or typed here and confirmed. */
export const isDone = ({ row, entry }: Card): boolean =>
  row.EntryId !== null || (entry !== undefined && entry.state !== 'draft' && entry.state !== 'refused');

/** Nothing of it is on the server, and its day is open. */
export const isWritable = ({ row, entry }: Card): boolean =>
  row.PeriodState === 'open' && row.EntryId === null && entry?.state !== 'sent';

export const isAbnormal = ({ row, judged, entry }: Card): boolean =>
  entry?.state === 'refused' ||
  entry?.state === 'conflict' ||
  judged?.kind === 'refused' ||
  (judged?.kind === 'taken' && judged.verdict?.level === 'abnormal') ||
  row.Verdict === 'abnormal';

const useOnline = (): boolean => {
  const [online, setOnline] = useState(navigator.onLine);
  useEffect(() => {
    const look = () => setOnline(navigator.onLine);
    for (const name of ['online', 'offline'] as const) window.addEventListener(name, look);
    return () => {
      for (const name of ['online', 'offline'] as const) window.removeEventListener(name, look);
    };
  }, []);
  return online;
};

/** This phone's time, as fine as drawing needs it. */
const useClock = (): number => {
  const [clock, setClock] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setClock(Date.now()), CLOCK_MS);
    return () => clearInterval(timer);
  }, []);
  return clock;
};

export const useRound = (owner: Owner) => {
  const online = useOnline();
  const [project, setProject] = useState(() => lastProject(owner.userId));
  const [projects, setProjects] = useState<readonly Pick<ProjectRow, 'ProjectCode' | 'ProjectName'>[]>([]);
  const [kept, setKept] = useState<KeptSheet>();
  const [mine, setMine] = useState<readonly KeptEntry[]>();
  const entries = mine ?? NONE;
  const [trouble, setTrouble] = useState('');
  // Pressed again, or sent again after a lost answer, it is the same act.
  const [intents] = useState(() => new Intents());
  /** Whether there is no room on the phone: as of the last try. */
  const [full, setFull] = useState(false);
  const skew = useRef(0);
  const clock = useClock();
  const now = useCallback(() => Date.now() + skew.current, []);
  const moments = momentsToRead(clock + (kept?.skew ?? 0), kept?.data);
  const [chosen, setChosen] = useState<Moment | null>(null);
  // Another day is chosen for as long as it is offered; else it is the next cut, as the day goes on.
  const { date, time } = chosen ?? moments[0] ?? { date: '', time: '' };

  const look = useCallback(async () => setMine(await entriesOf(owner.userId)), [owner.userId]);

  const fetchSheet = useCallback(
    async (code: string, name: string, of: Moment) => {
      const asked = { ProjectCode: code, Date: of.date, ...(of.time === '' ? {} : { ReadTime: of.time }) };
      const data = await callApi(entryDevices, asked, { signal: patience() });
      const sheet: KeptSheet = {
        key: sheetKey(owner.userId, code, of.date, of.time),
        owner: owner.userId,
        project: code,
        projectName: data.Projects[code] ?? name,
        date: of.date,
        time: of.time,
        at: Date.now(),
        skew: Date.parse(data.Now) - Date.now(),
        data,
      };
      // Without room it serves as long as the page is open.
      await keepSheet(sheet).catch(() => setFull(true));
      return sheet;
    },
    [owner.userId],
  );

  /** Which sheet is looked at: an answer to an earlier choice must not take its place. */
  const looking = useRef('');
  /** What is kept first, so that there is something at once; then what the server says. */
  const open = useEffectEvent(async (code: string, moment: Moment, connected: boolean) => {
    const key = sheetKey(owner.userId, code, moment.date, moment.time);
    looking.current = key;
    const wanted = () => looking.current === key;
    const show = (sheet: KeptSheet | undefined) => {
      setKept(sheet);
      if (sheet !== undefined) skew.current = sheet.skew;
    };
    let words = '';
    try {
      // The newest of the project serves where this moment's was never fetched.
      const other = (await sheetsOf(owner.userId)).find((sheet) => sheet.project === code && !sheet.time);
      const local =
        (await sheetOf(key)) ??
        (other === undefined ? undefined : carriedSheet(other, moment, key, await entriesOf(owner.userId)));
      if (wanted()) show(local);
      if (isSignedIn() && connected) {
        const fresh = await fetchSheet(code, local?.projectName ?? '', moment);
        if (wanted()) show(fresh);
      } else if (local === undefined) words = '这台手机上没有该项目的表计清单，联网登录后会自动取来';
    } catch (error) {
      words = messageOf(error);
    }
    if (wanted()) setTrouble(words);
  });

  useEffect(() => {
    void sweep(Date.now()).then(look);
  }, [look]);

  useEffect(() => {
    const from = async () => {
      if (isSignedIn() && online) {
        const { rows } = await callApi(
          projectListByModel,
          {
            PageIndex: 1,
            PageSize: MOST_PROJECTS,
            G_ProjectState: [0, 1, 2],
          } as Parameters<typeof callApi<typeof projectListByModel>>[1],
          { signal: patience() },
        );
        return rows;
      }
      const sheets = await sheetsOf(owner.userId);
      return [
        ...new Map(
          sheets.map((one) => [one.project, { ProjectCode: one.project, ProjectName: one.projectName }]),
        ).values(),
      ];
    };
    let left = false;
    void from().then(
      (found) => {
        if (left) return;
        setProjects(found);
        setProject((before) =>
          found.some(({ ProjectCode }) => ProjectCode === before) ? before : (found[0]?.ProjectCode ?? before),
        );
      },
      (error: unknown) => setTrouble(messageOf(error)),
    );
    return () => {
      left = true;
    };
  }, [owner.userId, online]);

  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- what is kept on the phone is read first, which takes its time
    if (project !== '') void open(project, { date, time }, online);
  }, [project, date, time, online]);

  // What others read while this phone is connected is marked at once.
  const [news, setNews] = useState(0);
  const heard = useEffectEvent(() => {
    setNews((count) => count + 1);
    void open(project, { date, time }, true);
  });
  useEffect(() => {
    if (project === '' || !online || !isSignedIn()) return;
    const controller = new AbortController();
    void listen(
      [`entry:${project}`],
      controller.signal,
      () => heard(),
      () => heard(),
    );
    return () => controller.abort();
  }, [project, online]);

  const send = useEffectEvent(async (connected: boolean) => {
    if (!connected) return;
    const before = (await entriesOf(owner.userId)).some(({ state }) => state === 'waiting');
    await sendWaiting(owner.userId, () => void look());
    await look();
    if (before && project !== '' && !(await entriesOf(owner.userId)).some(({ state }) => state === 'waiting'))
      await open(project, { date, time }, connected);
  });
  useEffect(() => {
    const again = () => {
      if (document.visibilityState === 'visible') void send(online);
    };
    again();
    const timer = setInterval(again, AGAIN_MS);
    document.addEventListener('visibilitychange', again);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', again);
    };
  }, [online]);

  const walk = useWalk(owner.userId, project);
  const keptDate = kept?.date;
  const keptTime = kept?.time ?? '';
  const byKey = useMemo(() => {
    const here = entries.filter(
      (one) => one.project === project && one.date === keptDate && (one.time ?? '') === keptTime,
    );
    return new Map(here.map((one) => [keyOf({ DeviceId: one.device, Register: one.register }), one]));
  }, [entries, project, keptDate, keptTime]);

  const cards = useMemo((): readonly Card[] => {
    if (kept === undefined || kept.project !== project) return [];
    const at = clock + kept.skew;
    return inWalk(kept.data.rows, walk.walk).map((asked): Card => {
      const row = rowNow(asked, at);
      const key = keyOf(row);
      const entry = byKey.get(key);
      const draft = entry === undefined ? EMPTY : { ...entry.draft, photos: [] };
      const judged = entry === undefined ? null : judgeRow(row, draft, kept.data.Days, at);
      // How many pictures there are matters here, not where they are.
      const counted = { ...draft, photos: (entry?.photos ?? []) as readonly Photo[] };
      return { key, row: asked, entry, judged, fault: entry === undefined ? null : faultOf(row, counted, judged) };
    });
  }, [kept, project, byKey, clock, walk.walk]);

  const keep = useCallback(async (entry: KeptEntry, instead?: string) => {
    setFull(!(await keepEntry(entry, instead)));
  }, []);

  /** Keeps what was typed before anything is drawn of it. */
  const type = useCallback(
    async (
      row: EntryRow,
      part: Partial<Omit<Draft, 'photos'>>,
      pictures?: Pick<KeptEntry, 'photos' | 'thumbs' | 'stamps'>,
    ) => {
      const before = byKey.get(keyOf(row));
      const fresh: KeptEntry = {
        id: crypto.randomUUID(),
        owner: owner.userId,
        project: row.ProjectCode,
        date: keptDate ?? date,
        time: keptTime,
        cutAt: Date.parse(row.At),
        device: row.DeviceId,
        register: row.Register,
        name: row.DisplayName,
        draft: EMPTY,
        photos: [],
        state: 'draft',
        message: '',
        typedAt: now(),
      };
      const base = before === undefined || before.state === 'sent' ? fresh : before;
      const next = retyped(base, { draft: { ...base.draft, ...part }, ...pictures }, now(), () => crypto.randomUUID());
      setMine((all = NONE) => [...all.filter(({ id }) => id !== base.id), next]);
      await keep(next, base.id);
    },
    [byKey, keptDate, keptTime, now, owner.userId, date, keep],
  );

  const sendNow = () => {
    if (online) void sendWaiting(owner.userId, () => void look()).then(look);
  };

  /** @returns whether it may go */
  const confirm = async ({ entry, fault, judged }: Card): Promise<boolean> => {
    if (entry === undefined || fault !== null || (judged === null && entry.draft.missed === '')) return false;
    await keep({ ...entry, state: 'waiting', typedAt: now() });
    await look();
    sendNow();
    return true;
  };

  const settleConflict = async (entry: KeptEntry) => {
    await keep({ ...entry, state: 'sent' });
    await look();
  };

  /** One of two readings of a moment stays; the other is kept as void. @throws ApiError where that is not for whoever decides */
  const decide = async (entry: KeptEntry, both: Both, stays: keyof Both) => {
    const input = { EntryId: both[stays], Action: 'acceptCandidate' as const };
    await intents.send(entryUpdate.path, input, (key) => callApi(entryUpdate, input, { ...key, signal: patience() }));
    if (stays === 'theirs') await dropEntry(entry.id);
    else await keep({ ...entry, state: 'sent' });
    await look();
    await refresh();
  };

  /** What the server says now. */
  const refresh = async (): Promise<void> => {
    setKept(await fetchSheet(project, kept?.projectName ?? '', { date, time }));
  };

  /** One that was refused goes once more as it is: what was wrong may have been put right at the desk. */
  const again = async (entry: KeptEntry) => {
    await keep({ ...entry, state: 'waiting', message: '' });
    await look();
    sendNow();
  };

  const pick = (code: string) => {
    rememberProject(code, owner.userId);
    setChosen(null);
    setProject(code);
  };

  /** To where a reading was typed. */
  const goTo = ({ project: to, moment }: { readonly project: string; readonly moment?: Moment }) => {
    if (to !== project) pick(to);
    if (moment !== undefined) setChosen(moment);
  };

  return {
    online,
    /** By the server's clock, as fine as drawing needs it. */
    clock: clock + (kept?.skew ?? 0),
    now,
    /** Counts what others told. */
    news,
    project,
    projects,
    pick,
    moments,
    moment: { date, time },
    /** null: the next cut, as the day goes on. */
    choose: setChosen,
    goTo,
    look,
    again,
    kept: kept?.project === project && kept.date === date && (kept.time ?? '') === time ? kept : undefined,
    entries,
    /** Before that nobody knows whether everything was sent. */
    looked: mine !== undefined,
    cards,
    walk,
    trouble: full ? NO_ROOM : trouble,
    full,
    type,
    confirm,
    settleConflict,
    decide,
    sendNow,
    refresh,
  };
};
export type Round = ReturnType<typeof useRound>;
