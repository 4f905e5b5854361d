/** A register of a meter in the list: what was read last, what is read now, what that means, and where it stands. */
import type { ReactElement } from 'react';
import { can } from '../lib/permission.ts';
import { shortTime } from './moment.ts';
import { STATE_WORDS } from './states.ts';
import { type Card, isAbnormal, isDone } from './useRound.ts';

/** A reading of one's own may be corrected as long as its day is open; whose it is, the server looks at again. */
const mayCorrect = ({ row, entry }: Card, me: string, screen: string): boolean =>
  row.EntryId !== null &&
  row.PeriodState === 'open' &&
  row.Editor === me &&
  (entry === undefined || entry.state === 'sent') &&
  can(screen, 'edit');

const wordsOf = ({ row, entry, judged }: Card): string =>
  entry?.message !== undefined && entry.message !== ''
    ? entry.message
    : judged?.kind === 'taken'
      ? (judged.verdict?.words ?? '')
      : judged?.kind === 'refused'
        ? judged.message
        : row.Words;

const toneOf = (card: Card): string | undefined =>
  isAbnormal(card)
    ? 'bad'
    : (card.judged?.kind === 'taken' && card.judged.verdict?.level === 'notice') || card.row.Verdict === 'notice'
      ? 'warn'
      : isDone(card)
        ? 'good'
        : undefined;

export const MeterCard = ({
  card,
  me,
  screen,
  onOpen,
  onCorrect,
}: {
  readonly card: Card;
  readonly me: string;
  /** Where readings are corrected: who may holds it. */
  readonly screen: string;
  readonly onOpen: () => void;
  readonly onCorrect: () => void;
}): ReactElement => {
  const { row, entry, judged } = card;
  const value = entry !== undefined && entry.draft.reading !== '' ? entry.draft.reading : row.Reading;
  const words = wordsOf(card);
  const usage = judged?.kind === 'taken' ? judged.usage : row.Usage;
  const locked = row.PeriodState === 'dayLocked' || row.PeriodState === 'monthLocked';
  const byOther = row.EntryId !== null && entry === undefined;
  const correctable = mayCorrect(card, me, screen);
  const thumb = entry?.thumbs?.[0];
  return (
    <li className="meter" data-tone={toneOf(card)}>
      <button
        type="button"
        onClick={correctable ? onCorrect : onOpen}
        disabled={!correctable && (byOther || locked || entry?.state === 'sent')}
      >
        <span className="meter-name">
          <strong>{row.DisplayName}</strong>
          <small>{[...new Set([row.RegisterName, row.RoomName, row.Place])].filter(Boolean).join(' · ')}</small>
          <small>
            {row.MeterNo === '' ? '' : `表号 ${row.MeterNo}　`}上次 {row.LastReading ?? '—'}
            {row.LastTime === null ? '' : `（${shortTime(row.LastTime)}）`}
          </small>
        </span>
        <span className="meter-value">
          {value ?? <span className="faint">未录</span>}
          <small>
            {entry?.draft.missed
              ? `未抄：${entry.draft.missed}`
              : usage === null
                ? `${row.Unit}${row.NeedPhoto && value === null ? ' · 须拍照' : ''}`
                : `用量 ${usage} ${row.Unit}`}
          </small>
        </span>
        {words === '' && !byOther && !locked ? null : (
          <span className="meter-words">
            {locked
              ? '该日已锁定，请到电脑端走补录或调整'
              : byOther
                ? `已由 ${row.Editor ?? '系统'} 录入${correctable ? '，点此可改' : ''}　${words}`
                : words}
          </span>
        )}
        {entry === undefined ? null : (
          <span className="meter-marks">
            <span className="badge" data-state={entry.state}>
              {STATE_WORDS[entry.state]}
            </span>
            {thumb === undefined ? null : (
              <>
                <img src={thumb} alt="已拍照片" />
                {entry.photos.length > 1 ? <small>共 {entry.photos.length} 张</small> : null}
              </>
            )}
          </span>
        )}
      </button>
    </li>
  );
};
