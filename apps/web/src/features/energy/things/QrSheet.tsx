import type { MeterRow } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactElement, useRef } from 'react';
import { useReactToPrint } from 'react-to-print';
import { can } from '../../../lib/permission.ts';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { useMeters } from '../common.ts';
import { SCREEN } from './shared.ts';

const PER_PAGE = 24;
const pagesOf = <T,>(list: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(list.length / PER_PAGE) }, (_, at) => list.slice(at * PER_PAGE, (at + 1) * PER_PAGE));

/** The codes as pictures: each says the project and the number of a meter, by which a phone finds it. */
const usePictures = (project: string | undefined, rows: readonly MeterRow[]) =>
  useQuery({
    queryKey: ['meterCodes', project, rows.map(({ DeviceCode }) => DeviceCode)],
    queryFn: async () => {
      const { toDataURL } = await import('qrcode');
      const made = await Promise.all(
        rows.map(
          async (row) =>
            [row.Id, await toDataURL(`${row.ProjectCode}/${row.DeviceCode}`, { margin: 1, width: 180 })] as const,
        ),
      );
      return new Map(made);
    },
    enabled: rows.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Labels of all meters, twenty-four on a page of A4. */
export const QrSheet = ({
  project,
  name,
}: {
  readonly project: string | undefined;
  readonly name: string;
}): ReactElement => {
  const sheet = useRef<HTMLDivElement>(null);
  const list = useMeters(project);
  const rows = (list.data?.rows ?? []).filter(({ State }) => State === '在用' || State === '备用');
  const pictures = usePictures(project, rows);
  const print = useReactToPrint({
    contentRef: sheet,
    documentTitle: `${name}表计二维码`,
    pageStyle: '@page { size: A4; margin: 8mm; }',
  });
  if (project === undefined) return <EmptyHint text="请先选择项目" />;
  if (list.error) return <ErrorRetry error={list.error} onRetry={() => void list.refetch()} />;
  if (list.isPending) return <SkeletonDelay />;
  if (rows.length === 0) return <EmptyHint text="没有在用的表计" />;
  return (
    <>
      {can(SCREEN, 'download') || can(SCREEN, 'export') ? (
        <div className="things-tools">
          <Button type="primary" disabled={pictures.data === undefined} onClick={() => print()}>
            打印（A4，每页 {PER_PAGE} 枚）
          </Button>
        </div>
      ) : null}
      <div ref={sheet} className="qr-sheet">
        {pagesOf(rows).map((page) => (
          <div key={page[0]?.Id ?? ''} className="qr-page">
            {page.map((row) => (
              <figure key={row.Id} className="qr-label">
                {pictures.data?.has(row.Id) ? (
                  <img src={pictures.data.get(row.Id)} alt={`${row.DeviceCode} 的二维码`} />
                ) : null}
                <figcaption>
                  <strong>{row.DeviceCode}</strong>
                  <span>{row.Name}</span>
                  <small>{row.MeterNo}</small>
                </figcaption>
              </figure>
            ))}
          </div>
        ))}
      </div>
    </>
  );
};
