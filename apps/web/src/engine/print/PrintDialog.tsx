import { editPrintNumber, formCalls } from '@hengneng/contracts';
import type { CompiledForm } from '@hengneng/form-kit';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useReactToPrint } from 'react-to-print';
import { callApi, messageOf, newIntent } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { AppModal } from '../../ui/AppModal.tsx';
import { ErrorRetry, SkeletonDelay } from '../../ui/feedback.tsx';
import { type Copy, Sheet } from './Sheet.tsx';

const PAGE = '@page { size: A4; margin: 14mm 12mm 16mm; }';
/** The code in the foot is drawn after its number is known. */
const DRAWN_AFTER_MS = 300;

/** Preview and printing of one record or several. Each print is counted, and the paper says which copy it is. */
export const PrintDialog = ({
  form,
  businessIds,
  onClose,
}: {
  readonly form: CompiledForm;
  readonly businessIds: readonly string[];
  readonly onClose: () => void;
}): ReactElement => {
  const { api, title, procedureId } = form.identity;
  const paper = useRef<HTMLDivElement>(null);
  const [copies, setCopies] = useState<ReadonlyMap<string, Copy>>(new Map());
  const [busy, setBusy] = useState(false);
  const records = useQuery({
    queryKey: ['print', form.id, businessIds],
    queryFn: ({ signal }) =>
      Promise.all(businessIds.map((id) => callApi(formCalls(api, title).getInfo, { BusinessId: id }, { signal }))),
    staleTime: 0,
    gcTime: 0,
  });
  const print = useReactToPrint({ contentRef: paper, documentTitle: title, pageStyle: PAGE });
  const go = async () => {
    if (busy || !records.data) return;
    setBusy(true);
    try {
      const answer = await callApi(
        editPrintNumber,
        { ProcedureId: procedureId, BusinessId: [...businessIds] },
        { idempotencyKey: newIntent() },
      );
      flushSync(() => setCopies(new Map(answer.copies.map((one) => [one.BusinessId, one]))));
      await new Promise((resolve) => setTimeout(resolve, DRAWN_AFTER_MS));
      print();
    } catch (error) {
      notify.error(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <AppModal
      title={businessIds.length > 1 ? `批量打印 ${businessIds.length} 份` : '打印'}
      width={900}
      okText="打印"
      okButtonProps={{ loading: busy, disabled: !records.data }}
      onOk={() => void go()}
      onCancel={onClose}
    >
      {records.error ? <ErrorRetry error={records.error} onRetry={() => void records.refetch()} /> : null}
      {records.isPending ? <SkeletonDelay rows={10} /> : null}
      <div className="paper" ref={paper} role="region" aria-label="打印预览" tabIndex={0}>
        {(records.data ?? []).map((info) => (
          <Sheet key={info.BusinessId} form={form} info={info} copy={copies.get(info.BusinessId)} />
        ))}
      </div>
    </AppModal>
  );
};
