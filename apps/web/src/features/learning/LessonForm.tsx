import {
  LESSON_TYPES,
  type OutputOf,
  type Question,
  trainResourcesFiles,
  type trainResourcesInfo,
  trainResourcesSave,
} from '@hengneng/contracts';
import { Button, Checkbox, Form, Input, InputNumber, Select } from 'antd';
import { type ReactElement, useState } from 'react';
import { usePartedUploads } from '../../engine/parted/usePartedUploads.ts';
import type { UploadedFile } from '../../lib/api.ts';
import { useWrite } from '../../lib/useWrite.ts';
import { AppModal } from '../../ui/AppModal.tsx';
import { showErrors } from '../../ui/form-errors.ts';
import { LESSONS, POSTS, useCategories } from './common.ts';
import { LessonFiles, useLimits } from './LessonFiles.tsx';

type Info = OutputOf<typeof trainResourcesInfo>;

interface Values {
  readonly title: string;
  readonly type: (typeof LESSON_TYPES)[number];
  readonly category: string;
  readonly minutes: number;
  readonly hours: number;
  readonly posts?: string[];
  readonly examMinutes?: number | null;
  readonly publish: boolean;
}

/** Seconds that a film lasts, read off the file itself. */
const lengthOf = (file: File): Promise<number | null> =>
  new Promise((resolve) => {
    const url = URL.createObjectURL(file);
    const film = document.createElement('video');
    const done = (seconds: number | null) => {
      URL.revokeObjectURL(url);
      resolve(seconds);
    };
    film.preload = 'metadata';
    film.onloadedmetadata = () => done(Number.isFinite(film.duration) ? Math.max(1, Math.round(film.duration)) : null);
    film.onerror = () => done(null);
    film.src = url;
  });

const Questions = ({
  questions,
  onChange,
}: {
  readonly questions: readonly Question[];
  readonly onChange: (questions: readonly Question[]) => void;
}): ReactElement => {
  const put = (at: number, change: Partial<Question>) =>
    onChange(questions.map((one, index) => (index === at ? { ...one, ...change } : one)));
  return (
    <section className="exam-editor" aria-label="测验题">
      <header>
        <h3>测验题（{questions.length}）</h3>
        <Button size="small" onClick={() => onChange([...questions, { title: '', options: ['', ''], answers: [0] }])}>
          添加题目
        </Button>
      </header>
      <ol>
        {questions.map((question, at) => (
          <li key={`${at} ${questions.length}`}>
            <div className="exam-line">
              <Input
                aria-label={`第${at + 1}题`}
                placeholder="题目"
                maxLength={300}
                value={question.title}
                onChange={(event) => put(at, { title: event.target.value })}
              />
              <Button type="text" danger onClick={() => onChange(questions.filter((_, index) => index !== at))}>
                删除
              </Button>
            </div>
            {question.options.map((option, nth) => (
              <div key={`${at} ${nth}`} className="exam-line">
                <Checkbox
                  aria-label={`第${at + 1}题选项${nth + 1}正确`}
                  checked={question.answers.includes(nth)}
                  onChange={(event) =>
                    put(at, {
                      answers: event.target.checked
                        ? [...question.answers, nth]
                        : question.answers.filter((one) => one !== nth),
                    })
                  }
                >
                  正确
                </Checkbox>
                <Input
                  aria-label={`第${at + 1}题选项${nth + 1}`}
                  placeholder={`选项 ${nth + 1}`}
                  maxLength={200}
                  value={option}
                  onChange={(event) =>
                    put(at, {
                      options: question.options.map((one, index) => (index === nth ? event.target.value : one)),
                    })
                  }
                />
              </div>
            ))}
            {question.options.length < 8 ? (
              <Button size="small" type="link" onClick={() => put(at, { options: [...question.options, ''] })}>
                添加选项
              </Button>
            ) : null}
          </li>
        ))}
      </ol>
    </section>
  );
};

/** A new lesson, or another state of one. */
export const LessonForm = ({
  lesson,
  category,
  onClose,
}: {
  readonly lesson: Info | null;
  readonly category: string | undefined;
  readonly onClose: (id: string | null) => void;
}): ReactElement => {
  const [form] = Form.useForm<Values>();
  const categories = useCategories();
  const [files, setFiles] = useState<readonly UploadedFile[]>(lesson?.files ?? []);
  const [seconds, setSeconds] = useState<number | null>(lesson?.length ?? null);
  const [questions, setQuestions] = useState<readonly Question[]>(lesson?.exam?.questions ?? []);
  const type = Form.useWatch('type', form) ?? lesson?.type;
  const limits = useLimits();
  const uploads = usePartedUploads(trainResourcesFiles, async (stored, file) => {
    setFiles((now) => [...now, stored]);
    const length = file.type.startsWith('video/') ? await lengthOf(file) : null;
    if (length === null) return;
    setSeconds(length);
    form.setFieldsValue({ type: '视频', minutes: Math.ceil(length / 60) });
  });
  const close = (id: string | null) => {
    // The server keeps what has come; choosing the file again goes on with it.
    uploads.pauseAll();
    onClose(id);
  };
  const save = useWrite(trainResourcesSave, {
    said: '已保存',
    renews: [LESSONS],
    onRenewed: ({ id }) => close(id),
    onError: (error) => showErrors(form, error),
  });
  const submit = (values: Values) =>
    save.mutate({
      ...values,
      ...(lesson === null ? {} : { id: lesson.id, FormVersion: lesson.FormVersion }),
      hours: String(values.hours),
      posts: values.posts ?? [],
      examMinutes: values.examMinutes ?? '',
      ...(values.type === '视频' && seconds !== null ? { seconds } : {}),
      files: files.map(({ URL, Size, Name }) => ({ URL, Size, Name })),
      questions: questions.map((one) => ({ ...one, options: [...one.options], answers: [...one.answers] })),
    });
  return (
    <AppModal
      title={lesson === null ? '上传资料' : '编辑资料'}
      width={760}
      okText="保存"
      confirmLoading={save.isPending}
      okButtonProps={{ disabled: uploads.sending.length > 0 }}
      onOk={() => form.submit()}
      onCancel={() => close(null)}
    >
      <Form<Values>
        name="lesson-form"
        form={form}
        layout="vertical"
        initialValues={{
          title: lesson?.title,
          type: LESSON_TYPES.find((one) => one === lesson?.type) ?? '课件',
          category: lesson?.category ?? category,
          minutes: lesson?.minutes ?? 30,
          hours: Number(lesson?.hours ?? 0.5),
          posts: lesson?.posts ?? [],
          examMinutes: lesson?.examMinutes ?? null,
          publish: lesson === null || lesson.state === '已发布',
        }}
        onFinish={submit}
      >
        <Form.Item name="title" label="名称" rules={[{ required: true, whitespace: true, message: '请填写名称' }]}>
          <Input maxLength={100} />
        </Form.Item>
        <div className="lesson-fields">
          <Form.Item name="type" label="类型">
            <Select options={LESSON_TYPES.map((value) => ({ value, label: value }))} />
          </Form.Item>
          <Form.Item name="category" label="分类" rules={[{ required: true, message: '请选择分类' }]}>
            <Select options={(categories.data ?? []).map((one) => ({ value: one.id, label: one.name }))} />
          </Form.Item>
          <Form.Item
            name="minutes"
            label={type === '视频' ? '时长（分钟）' : '应学时间（分钟）'}
            extra={type === '视频' ? '按视频文件读出' : '在前台看满这么久算学完'}
          >
            <InputNumber min={1} max={600} precision={0} disabled={type === '视频' && seconds !== null} />
          </Form.Item>
          <Form.Item name="hours" label="学时">
            <InputNumber min={0} max={99.9} step={0.5} precision={1} />
          </Form.Item>
        </div>
        <Form.Item name="posts" label="适用岗位" extra="空着表示所有岗位">
          <Select mode="tags" options={POSTS.map((value) => ({ value, label: value }))} />
        </Form.Item>
        <Form.Item
          label="文件"
          required
          extra={`最多5个，${limits}大文件分片上传，可暂停，断网或刷新后接着传；按内容判断类型。换文件即为新版本，旧学习记录保留并标旧版`}
        >
          <LessonFiles
            files={files}
            onRemove={(url) => setFiles(files.filter((one) => one.URL !== url))}
            uploads={uploads}
          />
        </Form.Item>
        <Questions questions={questions} onChange={setQuestions} />
        {questions.length > 0 ? (
          <Form.Item
            name="examMinutes"
            label="测验时限（分钟）"
            rules={[{ required: true, message: '有测验时请填写时限' }]}
          >
            <InputNumber min={1} max={180} precision={0} />
          </Form.Item>
        ) : null}
        <Form.Item name="publish" valuePropName="checked">
          <Checkbox>上架（大家可见可学）</Checkbox>
        </Form.Item>
      </Form>
    </AppModal>
  );
};
