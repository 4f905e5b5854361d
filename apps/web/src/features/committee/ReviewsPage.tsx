import { committeeSave, REVIEW_KINDS, REVIEW_WAYS, type ViewRow } from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import { f } from '@hengneng/form-kit';
import { committeeReviews } from '@hengneng/forms/views';
import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import { textOf } from '../../engine/rows/text.ts';
import { type DialogValues, FieldsDialog, fileOf, wordsOf } from '../../engine/views/FieldsDialog.tsx';
import { ViewSection } from '../../engine/views/ViewSection.tsx';
import { callApi } from '../../lib/api.ts';
import { can } from '../../lib/permission.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { type Review, ReviewDrawer } from './ReviewDrawer.tsx';

const SCREEN = shortCodeOf(committeeReviews.screen);

const FIELDS = {
  topic: f.text('议题', { required: true }),
  kind: f.enum('类别', REVIEW_KINDS, { required: true, default: '方案评审' }),
  consultProject: f.ref('consultProject', '咨询项目'),
  meetOn: f.date('会议日期', { required: true, hint: '材料须在会前2天上传；函审为征集截止日，5日内回' }),
  way: f.enum('方式', REVIEW_WAYS, { required: true, default: '现场' }),
  host: f.user('主持', { required: true }),
  fee: f.money('费用', { unit: '元' }),
  material: f.file('评审材料', { hint: '邀请专家前必须上传' }),
};

/** What a new review begins with, or one that is changed. */
type Start =
  | { readonly values: DialogValues; readonly labels: Readonly<Record<string, string>>; readonly plan?: string }
  | Review;

const isReview = (start: Start): start is Review => 'revision' in start;

const startOf = (start: Start): DialogValues =>
  isReview(start)
    ? {
        topic: start.topic,
        kind: start.kind,
        consultProject: start.consultProject ?? '',
        meetOn: start.meetOn,
        way: start.way,
        host: start.host,
        fee: start.fee ?? '',
        ...(start.material === null ? {} : { material: start.material }),
      }
    : start.values;

const ReviewDialog = ({ start, onClose }: { readonly start: Start; readonly onClose: () => void }): ReactElement => {
  const old = isReview(start) ? start : null;
  return (
    <FieldsDialog
      title={old === null ? '新建评审' : '修改评审'}
      fields={FIELDS}
      start={startOf(start)}
      labels={
        old === null
          ? (start.labels ?? {})
          : { ...old.labels, ...(old.consultProject === null ? {} : { [old.consultProject]: old.projectName ?? '' }) }
      }
      saved={old === null ? '评审已建立，请上传材料并邀请专家' : '评审已保存'}
      save={(values, options) => {
        const words = (key: string): string => wordsOf(values[key]);
        const material = fileOf(values['material']);
        return callApi(
          committeeSave,
          {
            action: 'save',
            Id: old?.Id ?? '',
            ...(old === null ? {} : { revision: old.revision }),
            plan: isReview(start) ? '' : (start.plan ?? ''),
            topic: words('topic'),
            kind: REVIEW_KINDS.find((kind) => kind === values['kind']) ?? '方案评审',
            consultProject: words('consultProject'),
            meetOn: words('meetOn'),
            way: REVIEW_WAYS.find((way) => way === values['way']) ?? '现场',
            host: words('host'),
            fee: words('fee'),
            ...(material ? { material } : {}),
          },
          options,
        );
      }}
      onClose={onClose}
    />
  );
};

const toneOf = (row: ViewRow): 'bad' | 'warn' | 'off' | null =>
  Number(row['late'] ?? 0) > 0
    ? 'bad'
    : row['state'] === '已闭环'
      ? 'off'
      : row['state'] === '评审中' || textOf(row, 'review') === ''
        ? 'warn'
        : null;

/** Reviews of the experts' committee, and schemes that wait for one. */
const ReviewsPage = (): ReactElement => {
  const [opened, setOpened] = useState<string | null>(null);
  const [edited, setEdited] = useState<Start | null>(null);
  const begin = (row: ViewRow) =>
    setEdited({
      plan: textOf(row, 'plan'),
      values: { topic: textOf(row, 'topic'), consultProject: textOf(row, 'consultProject') },
      labels: { [textOf(row, 'consultProject')]: textOf(row, 'projectName') },
    });
  const may = can(SCREEN, 'add') && can(SCREEN, 'edit');
  return (
    <div className="list-page">
      <PageHeader title={committeeReviews.title} note={committeeReviews.purpose} />
      <ViewSection
        view={committeeReviews}
        empty="还没有评审会"
        keywordHint="编号、议题、项目"
        onOpen={(row) => {
          const id = textOf(row, 'review');
          if (id !== '') setOpened(id);
          else if (may) begin(row);
        }}
        tools={
          may ? (
            <Button type="primary" onClick={() => setEdited({ values: {}, labels: {} })}>
              新建评审
            </Button>
          ) : null
        }
        tone={toneOf}
        actions={
          may
            ? (row) =>
                textOf(row, 'review') === '' ? (
                  <Button size="small" type="link" onClick={() => begin(row)}>
                    组织评审
                  </Button>
                ) : null
            : undefined
        }
      />
      <p className="note view-note">
        技术咨询审定时要求专家评审的方案列为议题征集。专家不少于3人且为单数，与项目有关联的回避；会议当日签到后提交意见，形成结论前互不可见；到会三分之二以上方可形成结论，有整改的全部闭环后关闭。
      </p>
      {opened === null ? null : <ReviewDrawer id={opened} onEdit={setEdited} onClose={() => setOpened(null)} />}
      {edited === null ? null : <ReviewDialog start={edited} onClose={() => setEdited(null)} />}
    </div>
  );
};

export default ReviewsPage;
