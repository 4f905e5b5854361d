import ArrowLeftOutlined from '@ant-design/icons/es/icons/ArrowLeftOutlined';
import { type OutputOf, trainResourcesInfo, trainResourcesRemark } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Descriptions, Input, Progress, Rate, Tabs } from 'antd';
import { type ReactElement, useState } from 'react';
import { callApi } from '../../lib/api.ts';
import { formatDateTime } from '../../lib/format.ts';
import { can } from '../../lib/permission.ts';
import { useWrite } from '../../lib/useWrite.ts';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../ui/feedback.tsx';
import { Tag } from '../../ui/StatusTag.tsx';
import { AssignDialog } from './AssignDialog.tsx';
import { LESSONS, LIBRARY, TONES } from './common.ts';
import { ExamDialog } from './ExamDialog.tsx';
import { LessonForm } from './LessonForm.tsx';
import { Player } from './Player.tsx';

type Info = OutputOf<typeof trainResourcesInfo>;

const Remarks = ({ lesson }: { readonly lesson: Info }): ReactElement => {
  const [stars, setStars] = useState(lesson.myStars ?? 0);
  const [comment, setComment] = useState('');
  const save = useWrite(trainResourcesRemark, {
    said: '已发表',
    onDone: () => setComment(''),
    renews: [LESSONS],
  });
  const publish = () =>
    save.mutate({ id: lesson.id, ...(stars > 0 ? { stars } : {}), ...(comment.trim() === '' ? {} : { comment }) });
  return (
    <>
      <Rate aria-label="评分" value={stars} onChange={setStars} />
      <Input.TextArea
        aria-label="评论"
        rows={2}
        maxLength={500}
        placeholder="说说对工作有没有用"
        value={comment}
        onChange={(event) => setComment(event.target.value)}
      />
      <Button
        className="lesson-send"
        disabled={stars === 0 && comment.trim() === ''}
        loading={save.isPending}
        onClick={publish}
      >
        发表
      </Button>
      {lesson.comments.length === 0 ? (
        <EmptyHint text="还没有评论" />
      ) : (
        <ul className="plain-list">
          {lesson.comments.map((one) => (
            <li key={`${one.user} ${one.at}`}>
              <span>
                {one.user}：{one.comment}
              </span>
              <small>
                {one.stars ? `${one.stars} 星 · ` : ''}
                {formatDateTime(one.at)}
              </small>
            </li>
          ))}
        </ul>
      )}
    </>
  );
};

const Note = ({ lesson }: { readonly lesson: Info }): ReactElement => {
  const [note, setNote] = useState(lesson.note);
  const save = useWrite(trainResourcesRemark, { said: '笔记已保存' });
  return (
    <>
      <Input.TextArea
        aria-label="笔记"
        rows={6}
        maxLength={5000}
        placeholder="只有自己看得到"
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <Button
        className="lesson-send"
        disabled={note === lesson.note}
        loading={save.isPending}
        onClick={() => save.mutate({ id: lesson.id, note })}
      >
        保存笔记
      </Button>
    </>
  );
};

/** One lesson, opened to be learnt. */
export const LessonPanel = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }): ReactElement => {
  const {
    data: lesson,
    error,
    refetch,
  } = useQuery({
    queryKey: [LESSONS, 'one', id],
    queryFn: ({ signal }) => callApi(trainResourcesInfo, { id }, { signal }),
    staleTime: 0,
  });
  const [dialog, setDialog] = useState<'edit' | 'assign' | 'exam' | null>(null);
  const [told, setTold] = useState<{ readonly percent: string; readonly credited: boolean } | null>(null);
  if (error) return <ErrorRetry error={error} onRetry={() => void refetch()} />;
  if (!lesson) return <SkeletonDelay rows={10} />;
  const percent = Number(told?.percent ?? lesson.percent);
  const credited = told?.credited ?? lesson.credited;
  const published = lesson.state === '已发布' && lesson.version !== null;
  const passed = lesson.exams.some((one) => one.passed);
  return (
    <>
      <header className="panel-head">
        <h2>
          <Button type="text" icon={<ArrowLeftOutlined />} aria-label="返回列表" onClick={onClose} />
          {lesson.title}
          {lesson.type ? <Tag>{lesson.type}</Tag> : null}
          {published ? null : <Tag tone="warn">未上架</Tag>}
          {credited ? (
            <Tag tone="good">已计学时</Tag>
          ) : (
            <Tag tone={TONES[lesson.learned] ?? 'neutral'}>{lesson.learned}</Tag>
          )}
        </h2>
        <div className="action-row">
          {published && lesson.hasExam ? (
            <Button type="primary" onClick={() => setDialog('exam')}>
              {passed ? '再测一次' : '测验'}
            </Button>
          ) : null}
          {published && can(LIBRARY, 'associatedUser') ? (
            <Button onClick={() => setDialog('assign')}>指派必修</Button>
          ) : null}
          {can(LIBRARY, 'edit') ? <Button onClick={() => setDialog('edit')}>编辑</Button> : null}
        </div>
      </header>
      <Descriptions
        size="small"
        column={{ xs: 2, sm: 3, xl: 6 }}
        items={[
          { key: 'category', label: '分类', children: lesson.categoryName ?? '—' },
          { key: 'minutes', label: '时长', children: lesson.minutes === null ? '—' : `${lesson.minutes} 分钟` },
          { key: 'hours', label: '学时', children: lesson.hours ?? '—' },
          { key: 'due', label: '必修截止', children: lesson.due ?? '—' },
          { key: 'version', label: '版本', children: lesson.version === null ? '—' : `第 ${lesson.version} 版` },
          {
            key: 'exams',
            label: '测验',
            children: lesson.hasExam
              ? lesson.exams.length === 0
                ? `${lesson.questions} 题，未测`
                : lesson.exams.map((one) => one.score ?? '未交').join('、')
              : '无',
          },
        ]}
      />
      {published ? (
        <>
          <Progress percent={percent} size="small" aria-label="学习进度" />
          <p className="hint">
            页面在前台才计时，每 30 秒记一次；{lesson.type === '视频' ? '拖过没看的部分不计。' : ''}学完 90%
            {lesson.hasExam ? '且测验合格' : ''}计 {lesson.hours} 学时，同一资料只计一次。
          </p>
        </>
      ) : null}
      {published ? (
        <Player
          id={id}
          type={lesson.type}
          files={lesson.files}
          onProgress={(next, done) => setTold({ percent: next, credited: done })}
        />
      ) : (
        <EmptyHint text="该资料还没有上架，请编辑补全后上架" />
      )}
      {published ? (
        <Tabs
          items={[
            { key: 'note', label: '笔记', children: <Note lesson={lesson} /> },
            { key: 'remarks', label: `评论 ${lesson.comments.length}`, children: <Remarks lesson={lesson} /> },
          ]}
        />
      ) : null}
      {dialog === 'edit' ? <LessonForm lesson={lesson} category={undefined} onClose={() => setDialog(null)} /> : null}
      {dialog === 'assign' ? <AssignDialog id={id} title={lesson.title} onClose={() => setDialog(null)} /> : null}
      {dialog === 'exam' ? (
        <ExamDialog
          id={id}
          title={lesson.title}
          questions={lesson.questions}
          minutes={lesson.examMinutes ?? 0}
          onClose={() => setDialog(null)}
        />
      ) : null}
    </>
  );
};
