import { PHRASE_LENGTH } from '@hengneng/contracts';
import { type ReactElement, useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { isFitting, usePhrases, withPhrase } from './phrases.ts';

const OPINION_MAX = 2000;
/** As many are offered beside the text; all of them are in the personal centre. */
const OFFERED = 8;

interface Offered {
  readonly text: string;
  /** Null for a suggestion that is not the person's own. */
  readonly kept: boolean | null;
}

const Phrases = ({
  value,
  agreeing,
  judging,
  suggestions,
  onChange,
}: {
  readonly value: string;
  readonly agreeing: boolean;
  readonly judging: boolean;
  readonly suggestions: readonly string[];
  readonly onChange: (value: string) => void;
}): ReactElement => {
  const { list, keep, drop } = usePhrases();
  const [arranging, setArranging] = useState(false);
  const own = list.data?.rows ?? [];
  const offered: readonly Offered[] = [
    ...own.filter((one) => (judging || one.kept) && isFitting(one.text, agreeing)),
    ...suggestions.filter((text) => !own.some((one) => one.text === text)).map((text) => ({ text, kept: null })),
  ].slice(0, OFFERED);
  const texts = offered.map((one) => one.text);
  const typed = value.trim();
  const keepable = typed !== '' && typed.length <= PHRASE_LENGTH && !own.some((one) => one.kept && one.text === typed);
  const onError = (error: unknown) => notify.error(messageOf(error));
  return (
    <div className="quick-words" role="group" aria-label="常用意见">
      {offered.map(({ text, kept }) => (
        <span key={text} className={arranging && kept !== null ? 'quick-word quick-word-open' : 'quick-word'}>
          <button type="button" title={text} onClick={() => onChange(withPhrase(value, text, texts))}>
            {text}
          </button>
          {arranging && kept === false ? (
            <button
              type="button"
              aria-label={`收藏 ${text}`}
              title="收藏"
              onClick={() => keep.mutate({ text }, { onError })}
            >
              ☆
            </button>
          ) : null}
          {arranging && kept !== null ? (
            <button
              type="button"
              aria-label={`删除 ${text}`}
              title="删除"
              onClick={() => drop.mutate({ text }, { onError })}
            >
              ×
            </button>
          ) : null}
        </span>
      ))}
      {keepable ? (
        <button type="button" className="quick-tool" onClick={() => keep.mutate({ text: typed }, { onError })}>
          收藏本条
        </button>
      ) : null}
      {offered.some((one) => one.kept !== null) ? (
        <button
          type="button"
          className="quick-tool"
          aria-pressed={arranging}
          onClick={() => setArranging((before) => !before)}
        >
          {arranging ? '完成' : '管理'}
        </button>
      ) : null}
    </div>
  );
};

/** An opinion or a reason: typed, or picked from what the person writes again and again, which is kept and dropped here as well. */
export const OpinionField = ({
  id,
  label,
  value,
  missing,
  required = false,
  rows = 3,
  maxLength = OPINION_MAX,
  agreeing = false,
  judging = true,
  phrases = true,
  suggestions = [],
  onChange,
}: {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  /** What is said because it is not there; null while nothing is wrong. */
  readonly missing: string | null;
  readonly required?: boolean;
  readonly rows?: number;
  readonly maxLength?: number;
  /** The opinion goes with an agreement. */
  readonly agreeing?: boolean;
  /** The opinion says yes or no. A reason for passing on or urging is offered only what the person keeps for good. */
  readonly judging?: boolean;
  /** Phrases are what people say of the records of others: an applicant's own note is none of them. */
  readonly phrases?: boolean;
  /** Offered until the person has enough phrases of their own. */
  readonly suggestions?: readonly string[];
  readonly onChange: (value: string) => void;
}): ReactElement => (
  <div className="field">
    <label className="field-label" htmlFor={id}>
      {label}
      {required ? <span className="field-required">*</span> : null}
    </label>
    <textarea
      id={id}
      className="in in-area"
      rows={rows}
      maxLength={maxLength}
      value={value}
      aria-required={required}
      aria-invalid={missing !== null}
      aria-describedby={missing === null ? undefined : `${id}-missing`}
      onChange={(event) => onChange(event.target.value)}
    />
    {missing === null ? null : (
      <p className="field-error" id={`${id}-missing`}>
        {missing}
      </p>
    )}
    {phrases ? (
      <Phrases value={value} agreeing={agreeing} judging={judging} suggestions={suggestions} onChange={onChange} />
    ) : null}
  </div>
);
