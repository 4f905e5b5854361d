import { providerFile, srmCommentAdd, type ViewRow } from '@hengneng/contracts';
import { COMMENTED, isModuleId, MODULES, shortCodeOf, thousands } from '@hengneng/core';
import { f } from '@hengneng/form-kit';
import {
  supplierAccounts,
  supplierComments,
  supplierEvaluations,
  supplierFines,
  supplierPapers,
  suppliers,
  worksContracts,
} from '@hengneng/forms/views';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import { textOf } from '../../engine/rows/text.ts';
import { FieldsDialog, fileOf, wordsOf } from '../../engine/views/FieldsDialog.tsx';
import { ViewPicture } from '../../engine/views/ViewPicture.tsx';
import { ViewRows } from '../../engine/views/ViewRows.tsx';
import { callApi } from '../../lib/api.ts';
import { can } from '../../lib/permission.ts';
import { recordAddress } from '../../lib/routes.ts';
import { AppDrawer } from '../../ui/AppDrawer.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { ErrorRetry, SkeletonDelay } from '../../ui/feedback.tsx';
import { ChangeSupplier } from '../ledgers/ChangeSupplier.tsx';
import { mayBegin, useBegin } from '../ledgers/new-record.ts';
import { ContentTabs } from './ContentTabs.tsx';
import { RowFiles } from './RowFiles.tsx';

const SCREEN = shortCodeOf(suppliers.screen);
const [SUPPLIER] = COMMENTED;

/** Where the record stands that a row was entered by. */
const sourceOf = (row: ViewRow): string | null => {
  const module = textOf(row, 'module');
  return isModuleId(module) ? recordAddress(MODULES[module].procedureId, textOf(row, 'record')) : null;
};

/** Who it is, and with whom it may be one. */
const Basics = ({ id }: { readonly id: string }): ReactElement => {
  const { data, error, refetch } = useQuery({
    queryKey: ['rows', 'providerFile', id],
    queryFn: ({ signal }) => callApi(providerFile, { id }, { signal }),
  });
  if (error) return <ErrorRetry error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonDelay rows={8} />;
  const facts: readonly (readonly [string, string | null])[] = [
    ['编号', data.code],
    ['统一社会信用代码', data.taxNo],
    ['企业性质', data.nature],
    ['曾用名', data.formerNames.join('、')],
    ['法定代表人', data.legalPerson],
    ['实际控制人', data.controller],
    ['纳税人类型', data.taxpayer],
    ['联系人', [data.contact, data.phone].filter(Boolean).join(' ')],
    ['邮箱', data.email],
    ['地址', data.address],
    ['首次合作', data.since],
    ['单笔合同限额', data.singleLimit === null ? null : `${thousands(data.singleLimit)} 元`],
    ['试用合同', data.trialOrders === null ? null : `${data.trialOrders} 个`],
    ['战略供方至', data.strategicUntil],
    ['可受邀起', data.inviteFrom],
    ['禁用至', data.bannedUntil],
  ];
  return (
    <>
      {data.warning === null ? null : <Alert type="warning" showIcon title={`预警：${data.warning}`} />}
      {data.related.length === 0 ? null : (
        <Alert
          type="warning"
          showIcon
          title={`疑似关联：${data.related.map((one) => `${one.name}（${one.shares.join('、')}相同）`).join('；')}。请核实后再同时邀请。`}
        />
      )}
      <Facts facts={facts} />
    </>
  );
};

const CommentDialog = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }): ReactElement => (
  <FieldsDialog
    title="写评论"
    fields={{
      content: f.textarea('评论', { required: true, max: 500 }),
      file: f.file('附件'),
    }}
    saved="评论已保存"
    note="只在公司内部可见，不发服务商；写下后不能修改，有误请再写一条更正。"
    save={(values, options) => {
      const file = fileOf(values['file']);
      return callApi(
        srmCommentAdd,
        { objectType: SUPPLIER, objectId: id, content: wordsOf(values['content']), files: file ? [file] : [] },
        options,
      );
    }}
    onClose={onClose}
  />
);

const JUDGED = [
  ['ServiceEvaluationA', '准入评价'],
  ['ServiceEvaluationB', '过程评价'],
  ['ServiceEvaluationC', '综合评级'],
] as const;

/** What is begun with a supplier: its evaluations, each by those who may. */
const Evaluate = ({ id }: { readonly id: string }): ReactElement => {
  const { begin, beginning } = useBegin();
  return (
    <>
      {JUDGED.filter(([module]) => mayBegin(module)).map(([module, label]) => (
        <Button
          key={module}
          loading={beginning}
          onClick={() => begin({ moduleId: module, project: '', values: { supplier: id } })}
        >
          {label}
        </Button>
      ))}
    </>
  );
};

/** Suspended outside of its evaluations, or taken on again: asked for here, approved elsewhere. */
const Standing = ({ row }: { readonly row: ViewRow }): ReactElement | null => {
  const { begin, beginning } = useBegin();
  const state = textOf(row, 'state');
  if (state === '已撤销' || !mayBegin('providerStanding')) return null;
  const action = state === '停用' ? '恢复' : '停用';
  return (
    <Button
      danger={action === '停用'}
      loading={beginning}
      onClick={() => begin({ moduleId: 'providerStanding', project: '', values: { supplier: row.id, action } })}
    >
      {action}
    </Button>
  );
};

/** One supplier: who it is, its papers and accounts, how it did, what it has and owes, and what people note of it. */
export const SupplierDrawer = ({
  row,
  onClose,
}: {
  readonly row: ViewRow;
  readonly onClose: () => void;
}): ReactElement => {
  const [commenting, setCommenting] = useState(false);
  const ask = { supplier: row.id };
  const registration = textOf(row, 'registration');
  const registered = registration === '' ? null : recordAddress(MODULES.serviceProvider.procedureId, registration);
  const edits = can(SCREEN, 'edit');
  return (
    <AppDrawer
      width={1040}
      title={`${textOf(row, 'name')}（${textOf(row, 'state')}，${textOf(row, 'grade')}）`}
      onClose={onClose}
      footer={
        <div className="view-tools">
          {registered === null ? null : <Link to={registered}>最近一次登记</Link>}
          {edits && registered !== null && mayBegin('serviceProvider') ? <ChangeSupplier supplier={row.id} /> : null}
          {edits ? <Evaluate id={row.id} /> : null}
          <Standing row={row} />
          {edits ? (
            <Button type="primary" onClick={() => setCommenting(true)}>
              写评论
            </Button>
          ) : null}
        </div>
      }
    >
      <ContentTabs
        label="服务商档案"
        tabs={[
          { key: 'basics', label: '基本', content: () => <Basics id={row.id} /> },
          {
            key: 'papers',
            label: '资质',
            content: () => (
              <ViewRows
                view={supplierPapers}
                ask={ask}
                empty="没有登记资质证照"
                tone={(one) =>
                  one['state'] === '已过期'
                    ? 'bad'
                    : one['state'] === '30天内到期'
                      ? 'warn'
                      : one['state'] === '已换证'
                        ? 'off'
                        : null
                }
              />
            ),
          },
          {
            key: 'accounts',
            label: '账户',
            content: () => (
              <ViewRows
                view={supplierAccounts}
                ask={ask}
                empty="没有核实过的收款账户"
                tone={(one) => (one['current'] === true ? null : 'off')}
              />
            ),
          },
          {
            key: 'evaluations',
            label: '评价',
            content: () => (
              <>
                <ViewPicture view={supplierEvaluations} picture="scores" ask={{ ...ask, kind: '过程评价' }} />
                <ViewRows view={supplierEvaluations} ask={ask} empty="还没有评价" address={sourceOf} />
              </>
            ),
          },
          ...(can(shortCodeOf(worksContracts.screen), 'search')
            ? [
                {
                  key: 'contracts' as const,
                  label: '合同',
                  content: () => <ViewRows view={worksContracts} ask={ask} empty="没有工程合同" />,
                },
              ]
            : []),
          {
            key: 'fines',
            label: '罚款',
            content: () => <ViewRows view={supplierFines} ask={ask} empty="没有罚款与扣款" />,
          },
          {
            key: 'comments',
            label: '评论',
            content: () => (
              <ViewRows
                view={supplierComments}
                ask={{ objectType: SUPPLIER, objectId: row.id }}
                empty="还没有评论"
                actions={(one) => <RowFiles row={one} />}
              />
            ),
          },
        ]}
      />
      {commenting ? <CommentDialog id={row.id} onClose={() => setCommenting(false)} /> : null}
    </AppDrawer>
  );
};
