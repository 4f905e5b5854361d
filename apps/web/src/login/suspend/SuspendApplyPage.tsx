/** 停用申请 for householders, by the code on the notice in the hall: on a phone, without the application. */
import { SUSPEND_REASONS, SUSPEND_TYPES, WISH_RELATIONS } from '@hengneng/contracts';
import { type FormEvent, type ReactElement, type ReactNode, useEffect, useState } from 'react';
import { ApiError, messageOf, type UploadedFile } from '../../lib/api.ts';
import { uuid } from '../questionnaire/local.ts';
import { type Place, placeOf, type Rooms, roomsOf, sendApplication } from './calls.ts';
import { Choice, Line, Photos } from './fields.tsx';
import { StatePart } from './StatePart.tsx';
import '../questionnaire/questionnaire.css';

const Frame = ({
  title,
  note,
  children,
}: {
  readonly title: string;
  readonly note?: string;
  readonly children: ReactNode;
}) => (
  <div className="q-page">
    <main>
      <header className="q-head">
        <h1>{title}</h1>
        {note === undefined ? null : <p>{note}</p>}
      </header>
      {children}
    </main>
    <footer>衡能 物业服务</footer>
  </div>
);

interface Draft {
  readonly building: string;
  readonly room: string;
  readonly name: string;
  readonly phone: string;
  readonly relation: string;
  readonly fee: string;
  readonly type: string;
  readonly from: string;
  readonly to: string;
  readonly reason: string;
  readonly photos: readonly UploadedFile[];
  /** One for all tries to send it; another once something is changed. */
  readonly requestId: string;
}

const begun = (): Draft => ({
  building: '',
  room: '',
  name: '',
  phone: '',
  relation: '业主',
  fee: '',
  type: '停用',
  from: '',
  to: '',
  reason: '',
  photos: [],
  requestId: uuid(),
});

const words = (list: readonly string[]): readonly (readonly [string, string])[] =>
  list.map((one) => [one, one] as const);

/** What is missing, in the order of the page: the server says the rest. */
const missingIn = (of: Draft): ReadonlyMap<string, string> => {
  const ends = of.type !== '恢复使用';
  const wanted: readonly (readonly [string, boolean, string])[] = [
    ['building', of.building === '', '请选择楼栋'],
    ['room', of.room === '', '请选择房间'],
    ['name', of.name.trim() === '', '请填写姓名'],
    ['phone', of.phone.trim() === '', '请填写联系电话'],
    ['fee', of.fee === '', '请选择收费项目'],
    ['from', of.from === '', ends ? '请选择起日' : '请选择恢复日'],
    ['to', ends && of.to === '', '请选择止日'],
    ['reason', ends && of.reason === '', '请选择原因'],
    ['photos', ends && of.photos.length === 0, '请上传身份证或产权证明'],
  ];
  return new Map(wanted.flatMap(([key, missing, message]) => (missing ? [[key, message] as const] : [])));
};

const showFirst = (problems: ReadonlyMap<string, string>): void => {
  const [first] = problems.keys();
  const field = first === undefined ? null : document.getElementById(`a-${first}`);
  field?.scrollIntoView({ block: 'center' });
  field?.querySelector<HTMLElement>('select, input')?.focus({ preventScroll: true });
};

const ApplyForm = ({
  c,
  place,
  onSent,
}: {
  readonly c: string;
  readonly place: Place;
  readonly onSent: (no: string, phone: string) => void;
}): ReactElement => {
  const [of, setOf] = useState(begun);
  const [rooms, setRooms] = useState<Rooms>([]);
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  const [message, setMessage] = useState('');
  const [busy, setBusy] = useState(false);
  const ends = of.type !== '恢复使用';
  const change = (part: Partial<Draft>) => {
    setOf({ ...of, ...part, requestId: uuid() });
    setProblems(new Map([...problems].filter(([key]) => !(key in part))));
  };
  const chooseBuilding = async (building: string) => {
    change({ building, room: '' });
    setRooms([]);
    if (building === '') return;
    try {
      setRooms(await roomsOf(c, building));
    } catch (error) {
      setProblems(new Map([['building', messageOf(error)]]));
    }
  };
  const send = async () => {
    const missing = missingIn(of);
    setProblems(missing);
    setMessage('');
    if (missing.size > 0) return showFirst(missing);
    setBusy(true);
    try {
      const { building: _, photos, ...rest } = of;
      const sent = { ...rest, c, to: ends ? of.to : '', reason: ends ? of.reason : '', photos: [...photos] };
      const { no } = await sendApplication(sent as Parameters<typeof sendApplication>[0]);
      onSent(no, of.phone.trim());
    } catch (error) {
      const found = new Map(
        error instanceof ApiError ? error.errors.map(({ path, message: text }) => [path, text]) : [],
      );
      setProblems(found);
      setMessage(
        error instanceof ApiError && error.offline ? '网络已断开，已填内容仍在本页，联网后再次提交' : messageOf(error),
      );
      showFirst(found);
    } finally {
      setBusy(false);
    }
  };
  const problem = (key: string) => problems.get(key);
  return (
    <form
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void send();
      }}
    >
      <section className="q-card">
        <h2>房屋</h2>
        <Line id="building" label="楼栋" problem={problem('building')}>
          <Choice
            value={of.building}
            hint="请选择楼栋"
            options={place.buildings.map(({ id, name }) => [id, name] as const)}
            onChange={(building) => void chooseBuilding(building)}
          />
        </Line>
        <Line id="room" label="房间" problem={problem('room')}>
          <Choice
            value={of.room}
            hint={of.building === '' ? '请先选择楼栋' : '请选择房间'}
            options={rooms.map(({ id, code }) => [id, code] as const)}
            onChange={(room) => change({ room })}
          />
        </Line>
      </section>
      <section className="q-card">
        <h2>申请人</h2>
        <Line id="name" label="姓名" problem={problem('name')}>
          <input
            className="q-text"
            value={of.name}
            maxLength={30}
            onChange={(event) => change({ name: event.target.value })}
          />
        </Line>
        <Line id="phone" label="联系电话" problem={problem('phone')}>
          <input
            className="q-text"
            type="tel"
            value={of.phone}
            maxLength={13}
            onChange={(event) => change({ phone: event.target.value })}
          />
        </Line>
        <Line id="relation" label="与业主关系" problem={problem('relation')}>
          <Choice
            value={of.relation}
            hint="请选择"
            options={words(WISH_RELATIONS)}
            onChange={(relation) => change({ relation })}
          />
        </Line>
        {of.relation === '业主' || of.relation === '' ? null : (
          <p className="q-hint">非业主本人办理，前台会请您补交委托书</p>
        )}
      </section>
      <section className="q-card">
        <h2>申请内容</h2>
        <Line id="type" label="申请类型" problem={problem('type')}>
          <Choice value={of.type} hint="请选择" options={words(SUSPEND_TYPES)} onChange={(type) => change({ type })} />
        </Line>
        <Line id="fee" label="收费项目" problem={problem('fee')}>
          <Choice
            value={of.fee}
            hint="请选择收费项目"
            options={place.fees.map(({ id, name }) => [id, name] as const)}
            onChange={(fee) => change({ fee })}
          />
        </Line>
        <Line id="from" label={ends ? '起日' : '恢复日'} problem={problem('from')}>
          <input
            className="q-text"
            type="date"
            value={of.from}
            onChange={(event) => change({ from: event.target.value })}
          />
        </Line>
        {ends ? (
          <>
            <Line id="to" label="止日（含当日）" problem={problem('to')}>
              <input
                className="q-text"
                type="date"
                value={of.to}
                onChange={(event) => change({ to: event.target.value })}
              />
            </Line>
            <p className="q-hint">临时停用不足 {place.minDays} 天不予减免</p>
            <Line id="reason" label="原因" problem={problem('reason')}>
              <Choice
                value={of.reason}
                hint="请选择原因"
                options={words(SUSPEND_REASONS)}
                onChange={(reason) => change({ reason })}
              />
            </Line>
            <Photos c={c} photos={of.photos} problem={problem('photos')} onChange={(photos) => change({ photos })} />
            <p className="q-hint">证件照仅供本次办理核对，带水印保存</p>
          </>
        ) : null}
      </section>
      {message === '' ? null : (
        <p className="field-error" role="alert">
          {message}
        </p>
      )}
      <button type="submit" className="submit" disabled={busy}>
        {busy ? '正在提交…' : '提交申请'}
      </button>
    </form>
  );
};

const Sent = ({ no, onLook }: { readonly no: string; readonly onLook: () => void }): ReactElement => (
  <section className="q-card q-thanks" role="status">
    <p className="q-tick" aria-hidden="true">
      ✓
    </p>
    <h1>申请已提交</h1>
    <p>
      受理编号 <strong>{no}</strong>
    </p>
    <p>请截图保存编号，凭编号与电话查询进度。一般 2 个工作小时内受理。</p>
    <button type="button" className="submit" onClick={onLook}>
      查询进度
    </button>
  </section>
);

export const SuspendApplyPage = (): ReactElement => {
  const c = new URLSearchParams(location.search).get('c') ?? '';
  const [place, setPlace] = useState<Place | null>(null);
  const [problem, setProblem] = useState('');
  const [part, setPart] = useState<'apply' | 'state'>('apply');
  const [sent, setSent] = useState<{ readonly no: string; readonly phone: string } | null>(null);
  useEffect(() => {
    let left = false;
    placeOf(c).then(
      (found) => left || setPlace(found),
      (error: unknown) => left || setProblem(messageOf(error)),
    );
    return () => {
      left = true;
    };
  }, [c]);
  return (
    <Frame title="停用与恢复申请" {...(place === null ? {} : { note: place.community })}>
      <p className="q-hint">
        {part === 'apply' ? (
          <button type="button" className="q-switch" onClick={() => setPart('state')}>
            已申请？查询进度或撤回
          </button>
        ) : (
          <button
            type="button"
            className="q-switch"
            onClick={() => {
              setSent(null);
              setPart('apply');
            }}
          >
            提交新的申请
          </button>
        )}
      </p>
      {part === 'state' ? (
        <StatePart no={sent?.no ?? ''} phone={sent?.phone ?? ''} />
      ) : sent !== null ? (
        <Sent no={sent.no} onLook={() => setPart('state')} />
      ) : problem !== '' ? (
        <section className="q-card" role="alert">
          <p>{problem}</p>
          <button type="button" className="submit" onClick={() => location.reload()}>
            重试
          </button>
        </section>
      ) : place === null ? (
        <p className="q-hint" role="status">
          正在加载…
        </p>
      ) : (
        <ApplyForm c={c} place={place} onSent={(no, phone) => setSent({ no, phone })} />
      )}
    </Frame>
  );
};
