import { CONTRACT_STATES, contractByCode, editContract } from '@hengneng/contracts';
import { f } from '@hengneng/form-kit';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { FieldsDialog, wordsOf } from '../../engine/views/FieldsDialog.tsx';
import { callApi } from '../../lib/api.ts';
import { AppModal } from '../../ui/AppModal.tsx';
import { ErrorRetry, SkeletonDelay } from '../../ui/feedback.tsx';

const STATES = CONTRACT_STATES;
type State = keyof typeof STATES;
const stateOf = (words: string): State =>
  (Object.entries(STATES) as [State, string][]).find(([, name]) => name === words)?.[0] ?? 'active';

const TEXTS = ['name', 'kind', 'chargeModel', 'partyA', 'partyB', 'signOn', 'startOn', 'endOn', 'remark'] as const;
const FIELDS = {
  name: f.text('合同名称', { required: true }),
  kind: f.text('合同类型', { required: true }),
  chargeModel: f.text('计价方式'),
  partyA: f.text('客户（甲方）'),
  partyB: f.text('我方（乙方）'),
  signOn: f.date('签订日'),
  startOn: f.date('起日'),
  endOn: f.date('止日'),
  state: f.enum('状态', Object.values(STATES), { required: true }),
  remark: f.textarea('备注', { max: 500 }),
  reason: f.text('修改原因', { required: true }),
};
const WITH_AMOUNT = { ...FIELDS, amount: f.money('合同额', { unit: '元' }) };

/** Data of a contract as it was entered. What settlements were worked out by changes by a supplement only; the server says so at the field. */
export const EditContractDialog = ({
  contract,
  onClose,
}: {
  readonly contract: string;
  readonly onClose: () => void;
}): ReactElement => {
  const found = useQuery({
    queryKey: ['rows', 'contract', contract],
    queryFn: ({ signal }) => callApi(contractByCode, { ContractCode: contract }, { signal }),
  });
  const title = `修改合同 ${contract}`;
  if (found.data === undefined)
    return (
      <AppModal title={title} footer={null} onCancel={onClose}>
        {found.error ? (
          <ErrorRetry error={found.error} onRetry={() => void found.refetch()} />
        ) : (
          <SkeletonDelay rows={6} />
        )}
      </AppModal>
    );
  const of = found.data;
  // Whoever may not see the amount is answered none, and must not write one over it.
  const seesAmount = of.amount !== null;
  return (
    <FieldsDialog
      title={title}
      fields={seesAmount ? WITH_AMOUNT : FIELDS}
      start={{
        ...Object.fromEntries(TEXTS.map((key) => [key, of[key] ?? ''])),
        state: STATES[of.state],
        amount: of.amount ?? '',
      }}
      saved="合同已修改"
      note="已有结算单的合同，类型、计价方式、客户、合同额与期限请走补充协议。"
      save={(values, options) =>
        callApi(
          editContract,
          {
            ContractCode: contract,
            FormVersion: of.FormVersion,
            name: wordsOf(values['name']),
            kind: wordsOf(values['kind']),
            chargeModel: wordsOf(values['chargeModel']),
            partyA: wordsOf(values['partyA']),
            partyB: wordsOf(values['partyB']),
            signOn: wordsOf(values['signOn']),
            startOn: wordsOf(values['startOn']),
            endOn: wordsOf(values['endOn']),
            remark: wordsOf(values['remark']),
            state: stateOf(wordsOf(values['state'])),
            reason: wordsOf(values['reason']),
            ...(seesAmount ? { amount: wordsOf(values['amount']) } : {}),
          },
          options,
        )
      }
      onClose={onClose}
    />
  );
};
