import { type QuestionnaireDetail, referenceIndex, saveQuestionnaire } from '@hengneng/contracts';
import { checkDesign, type Design, QUESTION_TYPES, SEASONS } from '@hengneng/core/questionnaire';
import { useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Input, Radio, Select } from 'antd';
import { type ReactElement, useDeferredValue, useState } from 'react';
import { ApiError, callApi, messageOf } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { keepPrevious } from '../../lib/query.ts';
import { useWrite } from '../../lib/useWrite.ts';
import { MomentPicker } from '../../ui/moment/MomentPicker.tsx';
import { useUnsavedGuard } from '../../ui/useUnsavedGuard.ts';
import { SHOWN } from './code.ts';
import { isType, move, newQuestion, put, remove, STARTER, TYPE_OPTIONS } from './edit.ts';
import { QuestionEditor } from './QuestionEditor.tsx';

interface Draft {
  readonly title: string;
  readonly intro: string;
  readonly thanks: string;
  readonly hotline: string;
  readonly season: string | null;
  readonly listed: boolean;
  readonly startsAt: string | null;
  readonly endsAt: string | null;
  readonly projects: readonly { readonly value: string; readonly label: string }[];
  readonly design: Design;
}

const EMPTY: Draft = {
  title: '',
  intro: '',
  thanks: '',
  hotline: '',
  season: null,
  listed: false,
  startsAt: null,
  endsAt: null,
  projects: [],
  design: STARTER,
};

const draftOf = (of: QuestionnaireDetail | null): Draft => {
  if (of === null) return EMPTY;
  const { title, intro, thanks, hotline, season, listed, startsAt, endsAt, projects, design } = of;
  return { title, intro, thanks, hotline, season, listed, startsAt, endsAt, projects, design };
};

const CONTACTS = [
  { value: 'none', label: '不询问' },
  { value: 'optional', label: '选填' },
  { value: 'required', label: '必填' },
] as const;

const Projects = ({
  chosen,
  closed,
  onChoose,
}: {
  readonly chosen: Draft['projects'];
  readonly closed: boolean;
  readonly onChoose: (projects: Draft['projects']) => void;
}): ReactElement => {
  const [keyword, setKeyword] = useState('');
  const asked = useDeferredValue(keyword);
  const { data, isFetching } = useQuery({
    queryKey: ['reference', 'project', asked],
    queryFn: ({ signal }) =>
      callApi(referenceIndex, { Entity: 'project', Keyword: asked, PageIndex: 1, PageSize: 50 }, { signal }),
    placeholderData: keepPrevious,
  });
  const found = (data?.rows ?? []).map(({ value, label }) => ({ value, label }));
  return (
    <Select
      mode="multiple"
      labelInValue
      aria-label="投放项目"
      placeholder="选择投放的项目"
      disabled={closed}
      loading={isFetching}
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      value={chosen.map(({ value, label }) => ({ value, label }))}
      options={found}
      onChange={(next) => onChoose(next.map(({ value, label }) => ({ value: String(value), label: String(label) })))}
    />
  );
};

const partsOf = (found: readonly { readonly path: string; readonly message: string }[], at: number) =>
  new Map(
    found.flatMap(({ path, message }) => {
      const part = new RegExp(`^Design\\.questions\\[${at}\\]\\.(\\w+)`).exec(path)?.[1];
      return part === undefined ? [] : [[part, message] as const];
    }),
  );

/** What is asked, of whom and when. */
export const DesignTab = ({
  of,
  closed,
  onSaved,
}: {
  /** Null: a new one. */
  readonly of: QuestionnaireDetail | null;
  readonly closed: boolean;
  readonly onSaved: (id: string) => void;
}): ReactElement => {
  const [draft, setDraft] = useState(() => draftOf(of));
  const [dirty, setDirty] = useState(false);
  const [errors, setErrors] = useState<readonly { readonly path: string; readonly message: string }[]>([]);
  const [type, setType] = useState('single');
  useUnsavedGuard(dirty);
  const save = useWrite(saveQuestionnaire, {
    renews: SHOWN,
    onRenewed: (answer) => {
      setDirty(false);
      notify.success(
        of !== null && answer.version > of.version ? `已保存为第${answer.version}版，旧答卷仍按旧版统计` : '已保存',
      );
      onSaved(answer.Id);
    },
  });
  const set = (part: Partial<Draft>) => {
    setDraft({ ...draft, ...part });
    setDirty(true);
    setErrors([]);
  };
  const errorAt = (path: string) => {
    const message = errors.find((one) => one.path === path)?.message;
    return message === undefined ? null : (
      <p className="q-problem" role="alert">
        {message}
      </p>
    );
  };
  const submit = () => {
    const found = [
      ...(draft.title.trim() === '' ? [{ path: 'title', message: '请填写问卷名称' }] : []),
      ...checkDesign(draft.design),
    ];
    setErrors(found);
    const [first] = found;
    if (first) {
      notify.error(first.message);
      return;
    }
    const { design, projects, season, ...rest } = draft;
    save.mutate(
      {
        ...(of === null ? {} : { Id: of.Id, revision: of.revision }),
        ...rest,
        season: SEASONS.find((one) => one === season) ?? null,
        projects: projects.map(({ value }) => value),
        Design: JSON.stringify(design),
      },
      {
        onError: (error) => {
          if (error instanceof ApiError && error.errors.length > 0) setErrors(error.errors);
          else if (messageOf(error) === '') notify.error('保存失败');
        },
      },
    );
  };
  const { design } = draft;
  const change = (next: Design) => set({ design: next });
  return (
    <div className="q-design">
      <section className="surface q-settings" aria-label="问卷设置">
        <label htmlFor="q-title">
          <span>问卷名称</span>
          <Input
            id="q-title"
            maxLength={60}
            disabled={closed}
            value={draft.title}
            onChange={(event) => set({ title: event.target.value })}
          />
          {errorAt('title')}
        </label>
        <div className="q-field">
          <span>投放项目</span>
          <Projects chosen={draft.projects} closed={closed} onChoose={(projects) => set({ projects })} />
          {errorAt('projects')}
        </div>
        <label htmlFor="q-intro">
          <span>说明（显示在问卷顶部）</span>
          <Input.TextArea
            id="q-intro"
            rows={2}
            maxLength={500}
            disabled={closed}
            value={draft.intro}
            onChange={(event) => set({ intro: event.target.value })}
          />
        </label>
        <label htmlFor="q-thanks">
          <span>感谢语（提交后显示）</span>
          <Input
            id="q-thanks"
            maxLength={200}
            disabled={closed}
            value={draft.thanks}
            onChange={(event) => set({ thanks: event.target.value })}
          />
        </label>
        <label htmlFor="q-hotline">
          <span>联系电话（提交后显示）</span>
          <Input
            id="q-hotline"
            maxLength={30}
            disabled={closed}
            value={draft.hotline}
            onChange={(event) => set({ hotline: event.target.value })}
          />
        </label>
        <div className="q-field">
          <span id="q-season">供能季</span>
          <Select
            aria-labelledby="q-season"
            allowClear
            placeholder="不限"
            disabled={closed}
            value={draft.season}
            options={SEASONS.map((value) => ({ value, label: value }))}
            onChange={(season: string | null | undefined) => set({ season: season ?? null })}
          />
        </div>
        <div className="q-field">
          <span id="q-starts">开始时间</span>
          <MomentPicker
            kind="datetime"
            aria={{ 'aria-labelledby': 'q-starts' }}
            disabled={closed}
            placeholder="发布后即开始"
            value={draft.startsAt}
            onChange={(startsAt) => set({ startsAt })}
          />
        </div>
        <div className="q-field">
          <span id="q-ends">截止时间</span>
          <MomentPicker
            kind="datetime"
            aria={{ 'aria-labelledby': 'q-ends' }}
            disabled={closed}
            placeholder="手工结束"
            value={draft.endsAt}
            onChange={(endsAt) => set({ endsAt })}
          />
          {errorAt('endsAt')}
        </div>
        <div className="q-field">
          <span>联系方式</span>
          <Radio.Group
            disabled={closed}
            value={design.contact}
            options={CONTACTS.map((one) => ({ ...one }))}
            onChange={(event) => {
              const found = CONTACTS.find(({ value }) => value === event.target.value);
              if (found) change({ ...design, contact: found.value });
            }}
          />
        </div>
        <Checkbox disabled={closed} checked={draft.listed} onChange={(event) => set({ listed: event.target.checked })}>
          公开：不扫码也能在问卷页看到
        </Checkbox>
      </section>
      {design.questions.map((question, at) => (
        <QuestionEditor
          key={question.id}
          design={design}
          at={at}
          question={question}
          closed={closed}
          problems={partsOf(errors, at)}
          onPut={(part) => change(put(design, at, part))}
          onMove={(by) => change(move(design, at, by))}
          onRemove={() => change(remove(design, at))}
        />
      ))}
      {errorAt('Design.questions')}
      {closed ? null : (
        <div className="q-foot">
          <Select aria-label="新题题型" value={type} options={TYPE_OPTIONS} onChange={setType} />
          <Button
            onClick={() => {
              if (isType(type)) change({ ...design, questions: [...design.questions, newQuestion(design, type)] });
            }}
          >
            添加{isType(type) ? QUESTION_TYPES[type] : ''}题
          </Button>
          <span className="q-space" />
          {of !== null && of.state !== 'draft' && dirty ? <span className="q-note">改动题目会生成新版本</span> : null}
          <Button type="primary" loading={save.isPending} disabled={!dirty && of !== null} onClick={submit}>
            保存
          </Button>
        </div>
      )}
    </div>
  );
};
