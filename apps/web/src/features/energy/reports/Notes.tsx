/** 说明 of a report: what people wrote beside its figures, and a line to add to it. Notes are added, never changed. */
import { insertProjectSetUp } from '@hengneng/contracts';
import { Button, Input } from 'antd';
import { type ReactElement, type ReactNode, useState } from 'react';
import { formatDateTime } from '../../../lib/format.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import './notes.css';

export interface Note {
  readonly NoteId: string;
  readonly Text: string;
  readonly By: string;
  readonly At: string;
}

export const ReportNotes = <N extends Note>({
  notes,
  about,
  place,
  renews,
  editable,
  children,
}: {
  readonly notes: readonly N[];
  /** Of what a note speaks, before its words. */
  readonly about?: (note: N) => string;
  /** Where a new one goes. */
  readonly place: {
    readonly Screen: string;
    readonly ProjectCode: string;
    readonly Period: string;
    readonly Row?: string;
  };
  readonly renews: readonly string[];
  readonly editable: boolean;
  /** What is chosen before one writes. */
  readonly children?: ReactNode;
}): ReactElement => {
  const [text, setText] = useState('');
  const write = useWrite(insertProjectSetUp, { renews, said: '说明已保存', onDone: () => setText('') });
  return (
    <section className="surface report-part" aria-label="说明">
      <h2>说明</h2>
      {notes.length === 0 ? <p className="note">还没有人写说明</p> : null}
      <ul className="report-notes">
        {notes.map((one) => (
          <li key={one.NoteId}>
            <span>
              {about === undefined ? '' : about(one)}
              {one.Text}
            </span>
            <small>
              {one.By} {formatDateTime(one.At)}
            </small>
          </li>
        ))}
      </ul>
      {editable ? (
        <div className="report-say">
          {children}
          <Input.TextArea
            aria-label="说明"
            rows={2}
            maxLength={500}
            value={text}
            placeholder="为什么变化：停机、改造、加班供能……"
            onChange={(event) => setText(event.target.value)}
          />
          <Button
            type="primary"
            disabled={text.trim() === ''}
            loading={write.isPending}
            onClick={() => write.mutate({ SetType: 'reportNote', ...place, Text: text })}
          >
            写说明
          </Button>
        </div>
      ) : null}
    </section>
  );
};
