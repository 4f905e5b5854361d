import {
  copyQuestionnaire,
  type QuestionnaireDetail,
  questionnaireDetail,
  setQuestionnaireState,
} from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import { questionnaireAnswers } from '@hengneng/forms/views';
import { type QuestionnaireState, STATES } from '@hengneng/core/questionnaire';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactElement, useId, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { useQuestions } from '../../ui/confirm.ts';
import { ViewSection } from '../../engine/views/ViewSection.tsx';
import { callApi } from '../../lib/api.ts';
import { useLive } from '../../lib/live.ts';
import { can, canOpen } from '../../lib/permission.ts';
import { useWrite } from '../../lib/useWrite.ts';
import { CountTabs } from '../../ui/CountTabs.tsx';
import { ErrorRetry, SkeletonDelay } from '../../ui/feedback.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Tag, type Tone } from '../../ui/StatusTag.tsx';
import { AnswerDrawer } from './AnswerDrawer.tsx';
import { CODE, SHOWN } from './code.ts';
import { DesignTab } from './DesignTab.tsx';
import { PublishTab } from './PublishTab.tsx';
import { StatisticsTab } from './StatisticsTab.tsx';

export type TabKey = 'design' | 'publish' | 'answers' | 'statistics';
const TONES: Readonly<Record<QuestionnaireState, Tone>> = {
  draft: 'neutral',
  collecting: 'good',
  paused: 'warn',
  ended: 'neutral',
};

type Next = 'collecting' | 'paused' | 'ended';
const STEPS: Readonly<Record<QuestionnaireState, readonly (readonly [Next, string, string])[]>> = {
  draft: [['collecting', '发布', '发布后每个项目各有一个链接和二维码，客户即可填写。']],
  collecting: [
    ['paused', '暂停', '暂停后客户打开链接看到“已暂停收集”，可随时恢复。'],
    ['ended', '结束', '结束后不能恢复，已收到的答卷保留。'],
  ],
  paused: [
    ['collecting', '恢复收集', '客户又可以填写。'],
    ['ended', '结束', '结束后不能恢复，已收到的答卷保留。'],
  ],
  ended: [],
};

const ANALYSIS = '/formFlow/statisticalAnalysis/satisfactionAnalysis';
/** Of the project that it asks about, where it is one. */
const analysisOf = ({ projects: [first, ...more] }: QuestionnaireDetail): string =>
  first === undefined || more.length > 0 ? ANALYSIS : `${ANALYSIS}?${new URLSearchParams({ project: first.value })}`;

const Actions = ({
  of,
  onOpen,
}: {
  readonly of: QuestionnaireDetail;
  readonly onOpen: (id: string) => void;
}): ReactElement => {
  const modal = useQuestions();
  const state = useWrite(setQuestionnaireState, { renews: SHOWN, said: '已完成' });
  const copy = useWrite(copyQuestionnaire, {
    said: '已复制为新的草稿',
    renews: SHOWN,
    onRenewed: ({ Id }) => onOpen(Id),
  });
  const ask = (next: Next, label: string, content: string) =>
    modal.confirm({
      title: `${label}「${of.title}」？`,
      content,
      okText: label,
      cancelText: '取消',
      onOk: () => state.mutateAsync({ Id: of.Id, state: next }).catch(() => undefined),
    });
  return (
    <>
      {canOpen(shortCodeOf(ANALYSIS)) ? <Link to={analysisOf(of)}>满意度分析</Link> : null}
      {can(CODE, 'add') ? (
        <Button loading={copy.isPending} onClick={() => copy.mutate({ Id: of.Id })}>
          复制
        </Button>
      ) : null}
      {of.mine && can(CODE, 'edit')
        ? STEPS[of.state].map(([next, label, content]) => (
            <Button
              key={next}
              type={next === 'collecting' ? 'primary' : 'default'}
              onClick={() => ask(next, label, content)}
            >
              {label}
            </Button>
          ))
        : null}
    </>
  );
};

const Answers = ({ of }: { readonly of: QuestionnaireDetail }): ReactElement => {
  const [open, setOpen] = useState<string | null>(null);
  const fixed = useMemo(() => ({ questionnaire: of.Id }), [of.Id]);
  return (
    <>
      <ViewSection
        view={questionnaireAnswers}
        fixed={fixed}
        empty={of.state === 'draft' ? '发布后这里列出答卷' : '还没有收到答卷'}
        keywordHint="答卷人、楼层、项目"
        tone={(row) => (row['state'] === '待处理' ? 'bad' : null)}
        onOpen={(row) => setOpen(row.id)}
      />
      {open === null ? null : <AnswerDrawer id={open} onClose={() => setOpen(null)} />}
    </>
  );
};

/** One questionnaire: what it asks, where it is asked, what came back and what that comes to. */
export const OnePage = ({
  id,
  tab,
  onTab,
  onOpen,
}: {
  readonly id: string;
  readonly tab: TabKey;
  readonly onTab: (tab: TabKey) => void;
  readonly onOpen: (id: string | null) => void;
}): ReactElement => {
  const prefix = useId();
  const client = useQueryClient();
  const found = useQuery({
    queryKey: ['questionnaire', 'one', id],
    queryFn: ({ signal }) => callApi(questionnaireDetail, { Id: id }, { signal }),
  });
  useLive(['rows:questionnaire'], () => {
    for (const key of ['questionnaire', 'rows']) void client.invalidateQueries({ queryKey: [key] });
  });
  const back = <Button onClick={() => onOpen(null)}>返回列表</Button>;
  if (found.error)
    return (
      <>
        <PageHeader title="问卷" actions={back} />
        <ErrorRetry error={found.error} onRetry={() => void found.refetch()} />
      </>
    );
  if (!found.data) return <SkeletonDelay rows={10} />;
  const of = found.data;
  const returned = of.versions.reduce((sum, { answers }) => sum + answers, 0);
  const closed = of.state === 'ended' || !of.mine || !can(CODE, 'edit');
  return (
    <>
      <PageHeader
        title={of.title}
        note={of.projects.map(({ label }) => label).join('、') || '尚未选择项目'}
        tags={<Tag tone={TONES[of.state]}>{STATES[of.state]}</Tag>}
        actions={
          <>
            {back}
            <Actions of={of} onOpen={onOpen} />
          </>
        }
      />
      {of.mine || !can(CODE, 'edit') ? null : (
        <p className="q-note">问卷还投放到您无权管理的项目，您只能查看本项目的答卷</p>
      )}
      <CountTabs
        prefix={prefix}
        label="问卷"
        chosen={tab}
        onChoose={onTab}
        tabs={[
          { key: 'design', label: '设计' },
          { key: 'publish', label: '发布' },
          { key: 'answers', label: '回收', count: returned },
          { key: 'statistics', label: '统计' },
        ]}
      />
      <div id={`${prefix}-panel`} role="tabpanel" aria-labelledby={`${prefix}-${tab}`}>
        {tab === 'design' ? <DesignTab key={of.revision} of={of} closed={closed} onSaved={() => undefined} /> : null}
        {tab === 'publish' ? <PublishTab of={of} closed={closed} /> : null}
        {tab === 'answers' ? <Answers of={of} /> : null}
        {tab === 'statistics' ? <StatisticsTab key={of.version} of={of} /> : null}
      </div>
    </>
  );
};
