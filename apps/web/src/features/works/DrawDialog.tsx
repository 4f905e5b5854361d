import { bidInvitationDraw, type OutputOf } from '@hengneng/contracts';
import { FEWEST_INVITED, PROVIDER_KINDS } from '@hengneng/core';
import { f } from '@hengneng/form-kit';
import type { ReactElement } from 'react';
import { FieldsDialog, wordsOf } from '../../engine/views/FieldsDialog.tsx';
import { callApi } from '../../lib/api.ts';

const FIELDS = {
  count: f.integer('抽取家数', { required: true, unit: '家', min: FEWEST_INVITED, default: FEWEST_INVITED }),
  kind: f.enum('服务商类别', PROVIDER_KINDS, { hint: '不选为名录内全部符合条件的单位' }),
  reason: f.textarea('重新抽取的原因', { max: 200, hint: '第一次抽取不填' }),
};

/** Draws whom a tender asks. */
export const DrawDialog = ({
  tender,
  name,
  onDrawn,
  onClose,
}: {
  readonly tender: string;
  readonly name: string;
  readonly onDrawn: (drawn: OutputOf<typeof bidInvitationDraw>) => void;
  readonly onClose: () => void;
}): ReactElement => (
  <FieldsDialog
    title={`随机抽取：${name}`}
    fields={FIELDS}
    okText="抽取"
    saved="已抽取，结果已填入邀标单"
    note="从名录内合格、试用且等级、资质、状态符合本标段的单位中抽取，同一控制人只抽一家。候选名单、种子与结果留存在招标项目列表该标段的“抽取记录”，不能修改；邀标单须与最近一次抽取一致。"
    save={async (values, options) =>
      onDrawn(
        await callApi(
          bidInvitationDraw,
          {
            tender,
            count: wordsOf(values['count']),
            kind: PROVIDER_KINDS.find((one) => one === values['kind']),
            reason: wordsOf(values['reason']),
          },
          options,
        ),
      )
    }
    onClose={onClose}
  />
);
