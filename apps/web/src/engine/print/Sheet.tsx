import { decidedIn, type FormInfo, handlerWords, isForeseen, opinionWords, stepTitle } from '@hengneng/contracts';
import {
  type CompiledDetail,
  type CompiledField,
  type CompiledForm,
  isNumeric,
  rowsOf,
  unitOf,
} from '@hengneng/form-kit';
import { type ReactElement, useState } from 'react';
import { FLOW_STATUS } from '@hengneng/core';
import { formatDateTime } from '../../lib/format.ts';
import { FileThumb } from '../../ui/files/FileItem.tsx';
import { isFilled } from '../widgets/filled.ts';
import { capitalOf, ReadValue } from '../widgets/ReadValue.tsx';
import { isSigned, Signature, signatureFields } from '../widgets/signatures.tsx';

export interface Copy {
  readonly copy: number;
  /** Where the paper can be checked, as a code that a phone can read: a picture's address. Null before the record was submitted. */
  readonly code: string | null;
}

/** Between the margins of A4, less the tables' own lines; of the preview, less what it keeps to its sides. */
const PAPER_PX = 701;
const PREVIEW_PX = 611;

/** A table of more columns than the paper is wide is made smaller, until the last one is on it. */
const fit = (table: HTMLTableElement | null): void => {
  if (table === null) return;
  table.style.width = 'min-content';
  const least = table.offsetWidth;
  table.style.width = '';
  const scale = (room: number): string => String(Math.min(1, room / Math.max(least, 1)));
  table.style.setProperty('--on-paper', scale(PAPER_PX));
  table.style.setProperty('--on-screen', scale(PREVIEW_PX));
};

/** One record on A4 paper: heading, number, sections, tables, the chain with opinions, and which copy it is. */
export const Sheet = ({
  form,
  info,
  copy,
}: {
  readonly form: CompiledForm;
  readonly info: FormInfo;
  readonly copy: Copy | undefined;
}): ReactElement => {
  const [printedAt] = useState(() => new Date().toISOString());
  const { record, labels } = info;
  const withheld = new Set(info.withheld);
  const shown = (fields: readonly CompiledField[]) =>
    fields.filter((of) => form.visible(record, of.path) && of.field.flag !== true && isFilled(record[of.key]));
  // Paper is narrow: what only the screen checks or counts is left out, and so is what no row has.
  const columnsOf = (detail: CompiledDetail) =>
    detail.fields.filter(
      ({ key, path, field }) =>
        field.flag !== true &&
        field.tally !== true &&
        (withheld.has(path) || rowsOf(record, detail.key).some((row) => isFilled(row[key]))),
    );
  const grid = (fields: readonly CompiledField[]) =>
    fields.length === 0 ? null : (
      <dl className="sheet-grid">
        {fields.map((of) => (
          <div
            key={of.key}
            className={
              ['textarea', 'richText', 'files', 'images'].includes(of.field.type) || of.field.capital
                ? 'sheet-wide'
                : ''
            }
          >
            <dt>{of.label}</dt>
            <dd>
              <ReadValue
                of={of}
                value={record[of.key]}
                labels={labels[of.path]}
                withheld={withheld.has(of.path)}
                plain
              />
              {isNumeric(of.field) && of.field.type !== 'percent' ? ` ${unitOf(of.field) ?? ''}` : ''}
              {of.field.capital ? `（${capitalOf(record[of.key])}）` : ''}
            </dd>
          </div>
        ))}
      </dl>
    );
  const tables = (step: number) =>
    form.details
      .filter((detail) => detail.step === step && rowsOf(record, detail.key).length > 0)
      .map((detail) => (
        <div key={detail.key} className="sheet-detail">
          <h3>{detail.label}</h3>
          <table ref={fit}>
            <thead>
              <tr>
                <th>#</th>
                {columnsOf(detail).map((of) => (
                  <th key={of.key}>
                    {of.label}
                    {unitOf(of.field) ? `（${unitOf(of.field)}）` : ''}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rowsOf(record, detail.key).map((row, index) => (
                <tr key={typeof row['id'] === 'string' ? row['id'] : index}>
                  <td>{index + 1}</td>
                  {columnsOf(detail).map((of) => (
                    <td key={of.key} className={isNumeric(of.field) ? 'right' : undefined}>
                      <ReadValue
                        of={of}
                        value={row[of.key]}
                        labels={labels[of.path]}
                        withheld={withheld.has(of.path)}
                        plain
                      />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ));
  const signs =
    form.fields.some((of) => of.field.type === 'signature') ||
    info.steps.some((step) => step.handlers.some((one) => one.signature !== null));
  const left = new Set(info.steps.flatMap((step) => (step.printed ? [] : [step.key])));
  const own = form.fields.filter((of) => of.section === 'applicant');
  return (
    <article className="sheet">
      <header className="sheet-head">
        <p>衡能</p>
        <h1>{form.identity.title}</h1>
        <div>
          <span>单号：{typeof record['serial'] === 'string' ? record['serial'] : '未提交'}</span>
          <span>申请人：{info.ApplyUserName}</span>
          <span>状态：{FLOW_STATUS[info.Status] ?? info.Status}</span>
        </div>
      </header>
      <section>
        {grid(shown(own.filter((of) => of.source !== 'computed')))}
        {tables(0)}
        {grid(shown(own.filter((of) => of.source === 'computed')))}
      </section>
      {form.steps.map((step) => {
        if (left.has(step.key)) return null;
        const fields = shown(step.fields);
        const lists = tables(step.index);
        if (fields.length === 0 && lists.length === 0) return null;
        return (
          <section key={step.key}>
            <h2>{step.name}</h2>
            {grid(fields)}
            {lists}
          </section>
        );
      })}
      <section className="sheet-chain">
        <h2>审批记录</h2>
        <table>
          <thead>
            <tr>
              <th>步骤</th>
              <th>处理人</th>
              <th>意见</th>
              {signs ? <th>签名</th> : null}
              <th>时间</th>
            </tr>
          </thead>
          <tbody>
            {info.steps
              .filter(
                (step) => step.printed && !isForeseen(step) && step.state !== 'future' && step.state !== 'cancelled',
              )
              .map((step, index) => (
                <tr key={step.NodeRecordId ?? `${step.key}-${index}`}>
                  <td>{stepTitle(step, info.steps)}</td>
                  <td>{decidedIn(step).map(handlerWords).join('、')}</td>
                  <td>
                    {step.state === 'skipped'
                      ? `跳过：${step.why}`
                      : step.state === 'active'
                        ? '处理中'
                        : opinionWords(step)}
                  </td>
                  {signs ? (
                    <td>
                      {isSigned(step, info.steps)
                        ? signatureFields(form, step.key).map((of) => (
                            <Signature
                              key={of.key}
                              of={of}
                              value={step.signed ? step.signed[of.key] : record[of.key]}
                            />
                          ))
                        : null}
                      {decidedIn(step).flatMap((one) =>
                        one.signature
                          ? [
                              <span key={one.UserId} className="signed">
                                <FileThumb file={one.signature} />
                              </span>,
                            ]
                          : [],
                      )}
                    </td>
                  ) : null}
                  <td>{step.handledAt ? formatDateTime(step.handledAt) : ''}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </section>
      <footer className="sheet-foot">
        <span>{copy ? `第${copy.copy}份` : '预览，未计入打印份数'}</span>
        <span>{formatDateTime(printedAt)}</span>
        {copy?.code ? (
          <span className="sheet-check">
            扫码核验
            <img className="sheet-qr" src={copy.code} alt="核验二维码" />
          </span>
        ) : null}
      </footer>
    </article>
  );
};
