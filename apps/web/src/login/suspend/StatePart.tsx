/** How far an application is, by its number and the telephone that it was sent with; it may be taken back while nobody has taken it. */
import { type FormEvent, type ReactElement, useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import { uuid } from '../questionnaire/local.ts';
import { type State, stateOf, withdraw } from './calls.ts';

export const StatePart = ({
  no: given,
  phone: known,
}: {
  readonly no: string;
  readonly phone: string;
}): ReactElement => {
  const [no, setNo] = useState(given);
  const [phone, setPhone] = useState(known);
  const [found, setFound] = useState<State | null>(null);
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const run = async (act: () => Promise<void>) => {
    setBusy(true);
    setProblem('');
    try {
      await act();
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  const look = () =>
    run(async () => {
      setFound(null);
      setFound(await stateOf({ no: no.trim(), phone: phone.trim() }));
    });
  const takeBack = () =>
    run(async () => {
      await withdraw({ no: no.trim(), phone: phone.trim() }, uuid());
      setFound(await stateOf({ no: no.trim(), phone: phone.trim() }));
    });
  return (
    <>
      <form
        className="q-card"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void look();
        }}
      >
        <h2>查询进度</h2>
        <label className="q-line">
          <span>受理编号</span>
          <input className="q-text" value={no} maxLength={16} onChange={(event) => setNo(event.target.value)} />
        </label>
        <label className="q-line">
          <span>申请时填写的电话</span>
          <input
            className="q-text"
            type="tel"
            value={phone}
            maxLength={13}
            onChange={(event) => setPhone(event.target.value)}
          />
        </label>
        {problem === '' ? null : (
          <p className="field-error" role="alert">
            {problem}
          </p>
        )}
        <button type="submit" className="submit" disabled={busy}>
          查询
        </button>
      </form>
      {found === null ? null : (
        <section className="q-card" role="status" aria-label="申请进度">
          <h2>
            {found.no} {found.state}
          </h2>
          <p>{found.step}</p>
          {found.note === '' ? null : <p className="field-error">退回原因：{found.note}</p>}
          <p>
            {found.community} {found.room}，{found.type} {found.fee}
          </p>
          <p>{found.to === null ? `${found.from} 起` : `${found.from} 至 ${found.to}`}</p>
          {found.phone === '' ? null : (
            <p>
              物业电话 <a href={`tel:${found.phone}`}>{found.phone}</a>
            </p>
          )}
          {found.state === '待受理' ? (
            <button type="button" className="submit" disabled={busy} onClick={() => void takeBack()}>
              撤回申请
            </button>
          ) : null}
        </section>
      )}
    </>
  );
};
