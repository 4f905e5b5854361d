import { editPrintNumber, formCalls } from '@hengneng/contracts';
import type { CompiledForm } from '@hengneng/form-kit';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useReactToPrint } from 'react-to-print';
import { callApi, messageOf } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { useSend } from '../../lib/useWrite.ts';
import { AppModal } from '../../ui/AppModal.tsx';
import { ErrorRetry, SkeletonDelay } from '../../ui/feedback.tsx';
import { type Copy, Sheet } from './Sheet.tsx';

const PAGE = '@page { size: A4; margin: 14mm 12mm 16mm; }';

/** Resolves when nothing on the paper is still being fetched and every picture can be drawn. */
const complete = async (paper: HTMLElement): Promise<void> => {
  await new Promise<void>((resolve) => {
    const check = (): boolean => paper.querySelector('[aria-busy="true"]') === null;
    if (check()) {
      resolve();
      return;
    }
    const observer = new MutationObserver(() => {
      if (!check()) return;
      observer.disconnect();
      resolve();
    });
    observer.observe(paper, { subtree: true, childList: true, attributes: true, attributeFilter: ['aria-busy'] });
  });
  // A picture that cannot be drawn leaves its place empty; the sheet is printed all the same.
  await Promise.allSettled([...paper.querySelectorAll('img')].map((image) => image.decode()));
};

/** Preview and printing of one record or several. Each print is counted, and the paper says which copy it is. */
const PrintDialog = ({
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
  const send = useSend();
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
      const answer = await send(editPrintNumber, { ProcedureId: procedureId, BusinessId: [...businessIds] });
      const { toDataURL } = await import('qrcode');
      const made = await Promise.all(
        answer.copies.map(async (one) => {
          const address = one.code === null ? null : `${location.origin}/verify?code=${one.code}`;
          const code = address === null ? null : await toDataURL(address, { margin: 0, width: 160 });
          return [one.BusinessId, { copy: one.copy, code }] as const;
        }),
      );
      flushSync(() => setCopies(new Map(made)));
      if (paper.current) await complete(paper.current);
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

export default PrintDialog;
