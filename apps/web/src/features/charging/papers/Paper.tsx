/** Papers of the office: a heading, facts, tables, who made and who reviewed it. */
import type { UseQueryResult } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactElement, type ReactNode, type RefObject, useRef } from 'react';
import { useReactToPrint } from 'react-to-print';
import { AppModal } from '../../../ui/AppModal.tsx';
import { ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import './papers.css';

/** Pages are numbered by the printer of the browser itself. */
const pageOf = (size: string): string =>
  `@page { size: ${size}; margin: 12mm 12mm 16mm; @bottom-center { content: "第 " counter(page) " 页，共 " counter(pages) " 页"; font-size: 9pt; } }`;

/** Where the paper is put, and what prints it. */
export const usePaper = (title: string, size = 'A4') => {
  const sheet = useRef<HTMLDivElement>(null);
  const print = useReactToPrint({ contentRef: sheet, documentTitle: title, pageStyle: pageOf(size) });
  return { sheet, print };
};

export interface Fact {
  readonly label: string;
  readonly value: ReactNode;
}

export const Paper = ({
  sheet,
  title,
  company,
  facts = [],
  signs = [],
  foot,
  children,
}: {
  readonly sheet: RefObject<HTMLDivElement | null>;
  readonly title: string;
  readonly company?: string;
  readonly facts?: readonly Fact[];
  /** Who signs it by hand. */
  readonly signs?: readonly string[];
  /** Who made it, when. */
  readonly foot: ReactNode;
  readonly children: ReactNode;
}): ReactElement => (
  <div ref={sheet} className="office-paper">
    <header>
      {company ? <p>{company}</p> : null}
      <h1>{title}</h1>
    </header>
    {facts.length === 0 ? null : (
      <dl className="office-facts">
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    )}
    {children}
    {signs.length === 0 ? null : (
      <p className="office-signs">
        {signs.map((who) => (
          <span key={who}>{who}：</span>
        ))}
      </p>
    )}
    <footer>{foot}</footer>
  </div>
);

/** Looked at before it is printed. */
export const PaperDialog = <T,>({
  title,
  size = 'A4',
  found,
  ready = true,
  tools,
  onClose,
  children,
}: {
  readonly title: string;
  /** Of the page, as CSS says it. */
  readonly size?: string;
  readonly found: UseQueryResult<T>;
  /** Whether everything on it is there, as pictures that come later are not. */
  readonly ready?: boolean;
  /** What is chosen beforehand. */
  readonly tools?: ReactNode;
  readonly onClose: () => void;
  readonly children: (data: T, sheet: RefObject<HTMLDivElement | null>) => ReactNode;
}): ReactElement => {
  const { sheet, print } = usePaper(title, size);
  const { data } = found;
  return (
    <AppModal
      title={title}
      width={900}
      onCancel={onClose}
      footer={[
        <Button key="close" onClick={onClose}>
          关闭
        </Button>,
        <Button key="print" type="primary" disabled={data === undefined || !ready} onClick={() => print()}>
          打印
        </Button>,
      ]}
    >
      {tools}
      {found.error ? (
        <ErrorRetry error={found.error} onRetry={() => void found.refetch()} />
      ) : data === undefined ? (
        <SkeletonDelay rows={8} />
      ) : (
        <div
          className={size.includes('landscape') ? 'paper-preview paper-wide' : 'paper-preview'}
          role="region"
          aria-label={`${title}预览`}
          tabIndex={0}
        >
          {children(data, sheet)}
        </div>
      )}
    </AppModal>
  );
};

export interface PaperColumn<R> {
  readonly head: string;
  readonly number?: boolean;
  /** A day or a number that is never broken. */
  readonly whole?: boolean;
  /** Sentences, which want room. */
  readonly words?: boolean;
  readonly show: (row: R) => ReactNode;
}

export const PaperTable = <R,>({
  title,
  columns,
  rows,
  rowKey,
  strong,
}: {
  readonly title?: string;
  readonly columns: readonly PaperColumn<R>[];
  readonly rows: readonly R[];
  readonly rowKey: (row: R, at: number) => string;
  /** Sums among the rows. */
  readonly strong?: (row: R) => boolean;
}): ReactElement => (
  <section>
    {title === undefined ? null : <h2>{title}</h2>}
    <table>
      <thead>
        <tr>
          {columns.map(({ head, number, words }) => (
            <th key={head} className={number ? 'right' : words ? 'words' : undefined}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr key={rowKey(row, at)} className={strong?.(row) ? 'office-sum' : undefined}>
            {columns.map(({ head, number, whole, show }) => (
              <td key={head} className={number ? 'right' : whole ? 'whole' : undefined}>
                {show(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
