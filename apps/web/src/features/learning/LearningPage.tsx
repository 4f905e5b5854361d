import { LEARNED, LESSON_TYPES, type Lesson, trainResourcesIndex } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Progress, Tabs } from 'antd';
import { type ReactElement, useMemo, useState } from 'react';
import { callApi } from '../../lib/api.ts';
import { can } from '../../lib/permission.ts';
import { keepPrevious } from '../../lib/query.ts';
import { useUrlFilters } from '../../lib/useUrlFilters.ts';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../ui/feedback.tsx';
import { ChoiceFilter, SearchFilter } from '../../ui/filters.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { SideTree } from '../../ui/SideTree.tsx';
import { Tag } from '../../ui/StatusTag.tsx';
import { Paging } from '../../ui/Paging.tsx';
import { CategoryDialog } from './CategoryDialog.tsx';
import { LESSONS, LIBRARY, POSTS, TONES, useCategories } from './common.ts';
import { LessonForm } from './LessonForm.tsx';
import { LessonPanel } from './LessonPanel.tsx';
import { RecordsTab } from './RecordsTab.tsx';
import './learning.css';

const SIZE = 24;

const Card = ({ lesson, onOpen }: { readonly lesson: Lesson; readonly onOpen: () => void }): ReactElement => (
  <li>
    <button type="button" className="surface lesson-card" onClick={onOpen}>
      <span className="lesson-card-head">
        <strong>{lesson.title}</strong>
        {lesson.state === '已发布' ? (
          <Tag tone={TONES[lesson.learned] ?? 'neutral'}>{lesson.learned}</Tag>
        ) : (
          <Tag tone="warn">未上架</Tag>
        )}
      </span>
      <span>
        {[
          lesson.type ?? lesson.source,
          lesson.categoryName,
          lesson.minutes === null ? null : `${lesson.minutes} 分钟`,
          lesson.hours === null ? null : `${lesson.hours} 学时`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
      <small>
        {lesson.posts.length === 0 ? '所有岗位' : lesson.posts.join('、')} · {lesson.learners} 人学习 ·{' '}
        {lesson.stars ? `${lesson.stars} 星` : '暂无评分'}
        {lesson.hasExam ? ' · 有测验' : ''}
      </small>
      {lesson.due ? <small className="text-warn">必修，{lesson.due} 截止</small> : null}
      <Progress percent={Number(lesson.percent)} size="small" aria-label={`${lesson.title}的进度`} />
    </button>
  </li>
);

/** What there is to learn, how far oneself is, and, for those who train, how far the others are. */
const LearningPage = (): ReactElement => {
  const [filters, setFilters] = useUrlFilters();
  const [dialog, setDialog] = useState<'new' | 'categories' | null>(null);
  const categories = useCategories();
  const { category, lesson } = filters;
  const editor = can(LIBRARY, 'edit');
  const page = Number(filters.PageIndex ?? 1) || 1;
  const query = useMemo(() => {
    const type = LESSON_TYPES.find((one) => one === filters.type);
    const learned = LEARNED.find((one) => one === filters.learned);
    return {
      PageIndex: page,
      PageSize: SIZE,
      ...(category ? { category } : {}),
      ...(type ? { type } : {}),
      ...(learned ? { learned } : {}),
      ...(filters.post ? { post: filters.post } : {}),
      ...(filters.required === 'true' ? { required: true } : {}),
      ...(filters.Keyword ? { Keyword: filters.Keyword } : {}),
    };
  }, [filters, category, page]);
  const list = useQuery({
    queryKey: [LESSONS, 'list', query],
    queryFn: ({ signal }) => callApi(trainResourcesIndex, query, { signal }),
    placeholderData: keepPrevious,
  });
  const cards = list.error ? (
    <ErrorRetry error={list.error} onRetry={() => void list.refetch()} />
  ) : !list.data ? (
    <SkeletonDelay rows={6} />
  ) : list.data.rows.length === 0 ? (
    <EmptyHint
      text="该分类还没有资料"
      action={can(LIBRARY, 'upload') && editor ? <Button onClick={() => setDialog('new')}>上传资料</Button> : null}
    />
  ) : (
    <>
      <ul className="lesson-cards">
        {list.data.rows.map((row) => (
          <Card
            key={row.id}
            lesson={row}
            onOpen={() => setFilters({ lesson: row.id, PageIndex: filters.PageIndex ?? null })}
          />
        ))}
      </ul>
      <Paging
        hideOnSinglePage
        current={page}
        pageSize={SIZE}
        total={list.data.total}
        onChange={(next) => setFilters({ PageIndex: String(next) })}
      />
    </>
  );
  return (
    <>
      <PageHeader
        title="学习资料库"
        note="在线学习课件、视频、案例与规程，学完并测验合格计入学时"
        actions={
          <>
            {editor ? <Button onClick={() => setDialog('categories')}>分类维护</Button> : null}
            {editor && can(LIBRARY, 'upload') ? (
              <Button type="primary" onClick={() => setDialog('new')}>
                上传资料
              </Button>
            ) : null}
          </>
        }
      />
      <div className="split">
        <SideTree label="分类" chosen={category ?? lesson}>
          <ul className="lesson-tree">
            {[
              { id: '', name: '全部', count: (categories.data ?? []).reduce((sum, one) => sum + one.count, 0) },
              ...(categories.data ?? []),
            ].map((one) => (
              <li key={one.id}>
                <button
                  type="button"
                  aria-pressed={(category ?? '') === one.id}
                  onClick={() => setFilters({ category: one.id === '' ? null : one.id, lesson: null })}
                >
                  <span>{one.name}</span>
                  <small>{one.count}</small>
                </button>
              </li>
            ))}
          </ul>
        </SideTree>
        <div className="split-main">
          {lesson ? (
            <div className="surface lesson-panel">
              <LessonPanel
                key={lesson}
                id={lesson}
                onClose={() => setFilters({ lesson: null, PageIndex: filters.PageIndex ?? null })}
              />
            </div>
          ) : (
            <>
              <search className="filter-bar surface">
                <SearchFilter
                  label="关键词"
                  className="filter-wide"
                  value={filters.Keyword}
                  onSearch={(text) => setFilters({ Keyword: text })}
                />
                <ChoiceFilter
                  label="类型"
                  value={filters.type}
                  options={LESSON_TYPES}
                  onChange={(value) => setFilters({ type: value })}
                />
                <ChoiceFilter
                  label="适用岗位"
                  value={filters.post}
                  options={POSTS}
                  onChange={(value) => setFilters({ post: value })}
                />
                <ChoiceFilter
                  label="学习状态"
                  value={filters.learned}
                  options={LEARNED}
                  onChange={(value) => setFilters({ learned: value })}
                />
                <Checkbox
                  checked={filters.required === 'true'}
                  onChange={(event) => setFilters({ required: event.target.checked ? 'true' : null })}
                >
                  只看必修
                </Checkbox>
              </search>
              {editor ? (
                <Tabs
                  destroyOnHidden
                  activeKey={filters.tab ?? 'lessons'}
                  onChange={(key) => setFilters({ tab: key === 'lessons' ? null : key })}
                  items={[
                    { key: 'lessons', label: '资料', children: cards },
                    {
                      key: 'records',
                      label: '学习记录',
                      children: (
                        <div className="surface lesson-panel">
                          <RecordsTab
                            key={`${category ?? ''} ${filters.Keyword ?? ''}`}
                            ask={{
                              ...(category ? { category } : {}),
                              ...(filters.Keyword ? { Keyword: filters.Keyword } : {}),
                            }}
                          />
                        </div>
                      ),
                    },
                  ]}
                />
              ) : (
                cards
              )}
            </>
          )}
        </div>
      </div>
      {dialog === 'new' ? (
        <LessonForm
          lesson={null}
          category={category}
          onClose={(id) => {
            setDialog(null);
            if (id) setFilters({ lesson: id });
          }}
        />
      ) : null}
      {dialog === 'categories' ? <CategoryDialog onClose={() => setDialog(null)} /> : null}
    </>
  );
};

export default LearningPage;
