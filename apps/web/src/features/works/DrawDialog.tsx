import { bidInvitationDraw, type ViewRow } from '@hengneng/contracts';
import { FEWEST_INVITED, PROVIDER_KINDS } from '@hengneng/core';
import { f } from '@hengneng/form-kit';
import type { ReactElement } from 'react';
import { textOf } from '../../engine/rows/text.ts';
import { FieldsDialog, wordsOf } from '../../engine/views/FieldsDialog.tsx';
import { callApi } from '../../lib/api.ts';
import { useBegin } from '../ledgers/new-record.ts';

const FIELDS = {
  count: f.integer('抽取家数', { required: true, unit: '家', min: FEWEST_INVITED, default: FEWEST_INVITED }),
  kind: f.enum('服务商类别', PROVIDER_KINDS, { hint: '不选为名录内全部符合条件的单位' }),
  reason: f.textarea('重新抽取的原因', { max: 200, hint: '第一次抽取不填' }),
};

/** Draws whom a tender asks, and opens the invitation with them on its list. */
export const DrawDialog = ({
  tender,
  onClose,
}: {
  readonly tender: ViewRow;
  readonly onClose: () => void;
}): ReactElement => {
  const { begin } = useBegin();
  return (
    <FieldsDialog
      title={`随机抽取：${textOf(tender, 'packageName')}`}
      fields={FIELDS}
      okText="抽取"
      saved="已抽取，结果已填入邀标单"
      note="从名录内合格、试用且等级、资质、状态符合本标段的单位中抽取，同一控制人只抽一家。候选名单、种子与结果都留存在标段的“抽取记录”，不能修改；邀标单须与最近一次抽取一致。"
      save={async (values, options) => {
        const { units, invitation } = await callApi(
          bidInvitationDraw,
          {
            tender: tender.id,
            count: wordsOf(values['count']),
            kind: PROVIDER_KINDS.find((one) => one === values['kind']),
            reason: wordsOf(values['reason']),
          },
          options,
        );
        begin({
          moduleId: 'InvitationUnit',
          project: textOf(tender, 'project'),
          draft: invitation,
          values: {
            ...(invitation === null ? { project: tender['project'], tender: tender.id } : {}),
            unitSource: '合格供方名录',
            drawWay: '名录内随机抽取',
            units: units.map(({ supplier, contactMan, contactPhone }) => ({
              provider: supplier,
              contactMan,
              contactPhone,
            })),
          },
        });
      }}
      onClose={onClose}
    />
  );
};
