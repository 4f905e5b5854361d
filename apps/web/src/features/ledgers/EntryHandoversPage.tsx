import { formCalls } from '@hengneng/contracts';
import { MODULES } from '@hengneng/core';
import { entryHandovers } from '@hengneng/forms/views';
import { useQuery } from '@tanstack/react-query';
import { Button, Tabs } from 'antd';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import { loadForm } from '../../engine/load.ts';
import { textOf } from '../../engine/rows/text.ts';
import { ViewSection } from '../../engine/views/ViewSection.tsx';
import { ReadValue } from '../../engine/widgets/ReadValue.tsx';
import { callApi } from '../../lib/api.ts';
import { recordAddress, screenOf } from '../../lib/routes.ts';
import { AppDrawer } from '../../ui/AppDrawer.tsx';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../ui/feedback.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { mayBegin, useBegin } from './new-record.ts';

const { api, title, procedureId } = MODULES.entryHandover;
const PARTS = [
  ['devices', '设备'],
  ['meters', '表底'],
  ['handItems', '资料'],
] as const;

const isRow = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** The record's rows and what was found wrong, part by part. */
const HandoverDrawer = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }): ReactElement => {
  const found = useQuery({
    queryKey: ['rows', 'entryHandover', id],
    queryFn: async ({ signal }) => ({
      form: await loadForm('entryHandover'),
      info: await callApi(formCalls(api, title).getInfo, { BusinessId: id }, { signal }),
    }),
  });
  const to = recordAddress(procedureId, id);
  return (
    <AppDrawer
      title="进场交接"
      width={760}
      onClose={onClose}
      extra={to === null ? null : <Link to={to}>打开单据</Link>}
    >
      {found.error ? (
        <ErrorRetry error={found.error} onRetry={() => void found.refetch()} />
      ) : found.isPending ? (
        <SkeletonDelay rows={8} />
      ) : (
        <Tabs
          items={[
            ...PARTS.map(([key, label]) => {
              const detail = found.data.form.details.find((one) => one.key === key);
              const value = found.data.info.record[key];
              const rows = Array.isArray(value) ? value.filter(isRow) : [];
              return {
                key,
                label: `${label}（${rows.length}）`,
                children:
                  detail === undefined || rows.length === 0 ? (
                    <EmptyHint text={`没有${label}`} />
                  ) : (
                    <div className="list-scroll">
                      <table className="plain-table">
                        <thead>
                          <tr>
                            {detail.fields.map((of) => (
                              <th key={of.key} scope="col">
                                {of.label}
                              </th>
                            ))}
                          </tr>
                        </thead>
                        <tbody>
                          {rows.map((row, at) => (
                            <tr key={String(row['id'] ?? at)}>
                              {detail.fields.map((of) => (
                                <td key={of.key}>
                                  <ReadValue
                                    of={of}
                                    value={row[of.key]}
                                    labels={found.data.info.labels[of.path]}
                                    plain
                                  />
                                </td>
                              ))}
                            </tr>
                          ))}
                        </tbody>
                      </table>
                    </div>
                  ),
              };
            }),
            {
              key: 'problems',
              label: '遗留问题',
              children: (
                <dl className="facts">
                  {found.data.form.fields
                    .filter((of) => of.field.type === 'check' || of.key === 'leftProblems')
                    .map((of) => (
                      <div key={of.key}>
                        <dt>{of.label}</dt>
                        <dd>
                          <ReadValue of={of} value={found.data.info.record[of.key]} labels={undefined} />
                        </dd>
                      </div>
                    ))}
                </dl>
              ),
            },
          ]}
        />
      )}
    </AppDrawer>
  );
};

/** Where the operation of each site began: its machines, its meters, what was left to be put right. */
const EntryHandoversPage = (): ReactElement => {
  const { begin, beginning } = useBegin();
  const [open, setOpen] = useState<string | null>(null);
  const rectifications = screenOf('emcProblemRectification', 'list');
  return (
    <div className="list-page">
      <PageHeader
        title={entryHandovers.title}
        note={entryHandovers.purpose}
        actions={rectifications ? <Link to={rectifications.path}>问题整改</Link> : null}
      />
      <ViewSection
        view={entryHandovers}
        empty="没有进场交接"
        onOpen={(row) => setOpen(row.id)}
        tone={(row) =>
          row['start'] === '起点不完整'
            ? 'bad'
            : Number(row['problems'] ?? 0) > Number(row['solved'] ?? 0)
              ? 'warn'
              : null
        }
        actions={(row) =>
          rectifications && Number(row['problems'] ?? 0) > Number(row['solved'] ?? 0) ? (
            <Link to={`${rectifications.path}?${new URLSearchParams({ Keyword: textOf(row, 'serial') })}`}>
              遗留整改
            </Link>
          ) : null
        }
        tools={
          mayBegin('entryHandover') ? (
            <Button type="primary" loading={beginning} onClick={() => begin({ moduleId: 'entryHandover' })}>
              新建交接
            </Button>
          ) : null
        }
      />
      {open === null ? null : <HandoverDrawer id={open} onClose={() => setOpen(null)} />}
    </div>
  );
};

export default EntryHandoversPage;
