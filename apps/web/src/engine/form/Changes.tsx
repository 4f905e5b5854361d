import { getNodeRecord } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { callApi } from '../../lib/api.ts';
import { useRecord } from '../store/record-store.ts';
import { DiffTable } from './DiffView.tsx';
import type { Opened } from './opened.ts';
import { madeByPeople, sinceReturn } from './since-return.ts';

/** Why the record is back with its applicant: on a phone the steps that say it stand below the whole form. */
export const Returned = ({ opened }: { readonly opened: Opened }): ReactElement | null => {
  const returned = opened.steps.findLast((step) => step.state === 'returned');
  if (opened.status !== 'returned' || opened.editStep !== 0 || !returned) return null;
  const who = returned.handlers.find((one) => one.state === 'rejected')?.UserName ?? '';
  return (
    <div className="form-banner form-banner-warn" role="note" aria-label="退回原因">
      <span>
        {[returned.name, who].filter(Boolean).join(' ')}退回：{returned.Opinion || '未写原因'}。修改后请重新提交
      </span>
    </div>
  );
};

/** After a return: what the applicant, and the steps that it went through again, changed since, for those who handle it now. */
export const Changes = ({ opened }: { readonly opened: Opened }): ReactElement | null => {
  const { store, steps, status } = opened;
  const labels = useRecord((state) => state.labels);
  const since = sinceReturn(steps);
  const id = status === 'running' ? (since?.returned.NodeRecordId ?? null) : null;
  const before = useQuery({
    queryKey: ['snapshot', id],
    queryFn: ({ signal }) => callApi(getNodeRecord, { NodeRecordId: id ?? '' }, { signal }),
    enabled: id !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const snapshot = before.data?.snapshot;
  if (!snapshot || since === null) return null;
  const { returned, handled, sections } = since;
  const changes = store.form
    .changed(snapshot, store.state().record)
    .filter((change) => sections.has(store.form.field(change.path)?.section ?? 'applicant'));
  const made = madeByPeople(store.form, changes);
  const followed = changes.filter((change) => !made.includes(change));
  return (
    <section className="form-section form-changes" aria-label="退回后的修改">
      <header>
        {/* Whom it was sent back to is still to do what was asked for. */}
        <h2>
          {handled
            ? `退回后改了 ${made.length} 处${followed.length > 0 ? `，另有 ${followed.length} 项随之变化` : ''}`
            : '退回待处理'}
        </h2>
        <span>
          {returned.name}退回：{returned.Opinion ?? ''}
        </span>
      </header>
      {changes.length > 0 ? (
        <DiffTable form={store.form} labels={labels} changes={[...made, ...followed]} />
      ) : handled ? (
        <p>内容没有修改</p>
      ) : null}
    </section>
  );
};
