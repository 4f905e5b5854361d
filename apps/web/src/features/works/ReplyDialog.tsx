import { bidInvitationReply, type ViewRow } from '@hengneng/contracts';
import { BID_REPLIES } from '@hengneng/core';
import { f } from '@hengneng/form-kit';
import type { ReactElement } from 'react';
import { textOf } from '../../engine/rows/text.ts';
import { FieldsDialog, wordsOf } from '../../engine/views/FieldsDialog.tsx';
import { callApi } from '../../lib/api.ts';

const FIELDS = {
  reply: f.enum('回执', BID_REPLIES, { required: true }),
  repliedOn: f.date('回执日期', { required: true, default: 'today' }),
  note: f.textarea('说明', { max: 200, hint: '不参加的请写明原因' }),
};

/** Whether a unit that was asked will bid. */
export const ReplyDialog = ({
  tender,
  unit,
  onClose,
}: {
  readonly tender: string;
  readonly unit: ViewRow;
  readonly onClose: () => void;
}): ReactElement => {
  const said = BID_REPLIES.find((one) => one === unit['reply']);
  return (
    <FieldsDialog
      title={`投标回执：${textOf(unit, 'unitName')}`}
      fields={FIELDS}
      start={
        said === undefined ? {} : { reply: said, repliedOn: textOf(unit, 'repliedOn'), note: textOf(unit, 'replyNote') }
      }
      saved="回执已登记"
      save={(values, options) =>
        callApi(
          bidInvitationReply,
          {
            tender,
            supplier: textOf(unit, 'supplier'),
            reply: BID_REPLIES.find((one) => one === values['reply']) ?? BID_REPLIES[0],
            repliedOn: wordsOf(values['repliedOn']),
            note: wordsOf(values['note']),
          },
          options,
        )
      }
      onClose={onClose}
    />
  );
};
