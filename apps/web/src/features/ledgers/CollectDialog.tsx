import { COLLECTION_WAYS, statementCollect, statementCollectOrder } from '@hengneng/contracts';
import { f, today } from '@hengneng/form-kit';
import { type ReactElement, useState } from 'react';
import { FieldsDialog, wordsOf as words } from '../../engine/views/FieldsDialog.tsx';
import { callApi } from '../../lib/api.ts';

const FIELDS = {
  calledOn: f.date('催收日期', { required: true }),
  way: f.enum('方式', COLLECTION_WAYS, { required: true }),
  counterpart: f.text('对方联系人', { required: true }),
  content: f.textarea('内容', { required: true, max: 500 }),
  promisedOn: f.date('承诺付款日', { hint: '到期没有到账时提醒您和项目经理' }),
  promisedAmount: f.money('承诺金额', { unit: '元' }),
};

/** How a customer was asked, and what they said. */
export const CollectDialog = ({
  contract,
  customer,
  onClose,
}: {
  readonly contract: string;
  readonly customer: string;
  readonly onClose: () => void;
}): ReactElement => {
  const [day] = useState(() => today(new Date()));
  return (
    <FieldsDialog
      title={`记催收：${customer}`}
      fields={FIELDS}
      start={{ calledOn: day, way: '电话' }}
      saved="催收已记录"
      save={(values, options) =>
        callApi(
          statementCollect,
          {
            ContractCode: contract,
            calledOn: words(values['calledOn']),
            way: COLLECTION_WAYS.find((way) => way === values['way']) ?? '电话',
            counterpart: words(values['counterpart']),
            content: words(values['content']),
            promisedOn: words(values['promisedOn']),
            promisedAmount: words(values['promisedAmount']),
          },
          options,
        )
      }
      onClose={onClose}
    />
  );
};

const ORDER_FIELDS = {
  dueOn: f.date('完成期限', { required: true }),
  content: f.textarea('催收要求', { required: true, max: 200 }),
};

/** Hands a project's manager the collection of what it is owed. */
export const CollectOrderDialog = ({
  project,
  onClose,
}: {
  readonly project: string;
  readonly onClose: () => void;
}): ReactElement => (
  <FieldsDialog
    title="下达催收"
    fields={ORDER_FIELDS}
    okText="下达"
    saved="已下达，项目经理收到待办"
    save={(values, options) =>
      callApi(
        statementCollectOrder,
        { ProjectCode: project, dueOn: words(values['dueOn']), content: words(values['content']) },
        options,
      )
    }
    onClose={onClose}
  />
);
