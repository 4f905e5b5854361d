import {
  feeAnnouncementDetail,
  feeAnnouncementDraft,
  feeAnnouncementPreview,
  feeAnnouncementSend,
  feeAnnouncementWithdraw,
  NOTICE_KINDS,
  type OutputOf,
} from '@hengneng/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Checkbox, Form, Input, Radio, Select } from 'antd';
import { type ReactElement, useState } from 'react';
import { communityOptions } from '../CommunityFilter.tsx';
import { ApiError, callApi } from '../../../lib/api.ts';
import { formatMoney } from '../../../lib/format.ts';
import { notify } from '../../../lib/notify.ts';
import { can } from '../../../lib/permission.ts';
import { useSend, useWrite } from '../../../lib/useWrite.ts';
import { AppDrawer } from '../../../ui/AppDrawer.tsx';
import { ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { showErrors } from '../../../ui/form-errors.ts';
import { MomentField } from '../../../ui/moment/MomentField.tsx';
import { useCommunities } from '../bills/shared.ts';
import { optionsOf, required } from '../registry/shared.ts';
import { AudienceFields } from './AudienceFields.tsx';
import { type DraftValues, EMPTY, inputOf, stepOf, valuesOf } from './draft-values.ts';
import { BodyField, ChannelsField } from './fields.tsx';
import { isChecked, NOTICES, SCREEN, useTemplates } from './shared.ts';

const STEPS = ['模板与对象', '预览', '发送设置'] as const;

type Seen = OutputOf<typeof feeAnnouncementPreview>;

const Preview = ({ seen, onAgain }: { readonly seen: Seen; readonly onAgain: () => void }): ReactElement => (
  <>
    <dl className="notice-facts">
      <div>
        <dt>对象</dt>
        <dd>{seen.rooms} 户</dd>
      </div>
      <div title="70 字以内一条，超长按 67 字一条">
        <dt>短信</dt>
        <dd>{seen.smsCount} 条</dd>
      </div>
      <div>
        <dt>预估费用</dt>
        <dd>{seen.cost === null ? (seen.smsCount === 0 ? '—' : '未设置短信单价') : `${formatMoney(seen.cost)} 元`}</dd>
      </div>
      <div>
        <dt>7天内已发过同类</dt>
        <dd>{seen.recent} 户</dd>
      </div>
    </dl>
    {seen.missing.map(({ variable, label, count, rooms }) => (
      <p key={variable} className="form-error" role="alert">
        有{count}户缺少{label}：{rooms.join('、')}
        {rooms.length < count ? ' 等' : ''}
        {variable === 'phone' ? '（短信发不到）' : ''}
      </p>
    ))}
    {seen.samples.length === 0 ? (
      <p className="note">没有符合条件的户，请调整对象条件</p>
    ) : (
      <>
        <ul className="notice-samples" aria-label="随机预览">
          {seen.samples.map((sample) => (
            <li key={sample.room}>
              <header>
                <span>
                  {sample.room} {sample.owner}
                </span>
                <span>
                  {sample.length} 字{sample.sms > 0 ? `，${sample.sms} 条` : ''}
                </span>
              </header>
              <p>{sample.text}</p>
            </li>
          ))}
        </ul>
        <Button onClick={onAgain}>换三户看看</Button>
      </>
    )}
  </>
);

const Settings = ({ values }: { readonly values: DraftValues }): ReactElement => {
  const [planned, setPlanned] = useState(values.planAt !== null);
  const form = Form.useFormInstance<DraftValues>();
  return (
    <>
      <Form.Item label="发送时间" extra="短信只在 8:00–21:00 发送">
        <Radio.Group
          value={planned}
          onChange={(event) => {
            setPlanned(event.target.value === true);
            form.setFieldValue('planAt', null);
          }}
          options={[
            { value: false, label: isChecked(values.kind ?? '一般公告') ? '审核通过后立即发送' : '立即发送' },
            { value: true, label: '定时发送' },
          ]}
        />
      </Form.Item>
      <Form.Item
        name="planAt"
        label="计划发送时间"
        hidden={!planned}
        rules={planned ? required('请选择计划发送时间') : []}
      >
        <MomentField kind="datetime" />
      </Form.Item>
      <Form.Item name="again" valuePropName="checked">
        <Checkbox>7天内发过同类的户也再发</Checkbox>
      </Form.Item>
      <Form.Item name="skipMissing" valuePropName="checked">
        <Checkbox>缺少变量值的户不发</Checkbox>
      </Form.Item>
      <p className="note">
        发送时重新取欠费，已缴清的户自动剔除；退订短信的手机号自动跳过。
        {isChecked(values.kind ?? '一般公告') ? `${values.kind}须由另一位物业经理审核后才会发送。` : ''}
        {values.kind === '停供通知' ? '停供前须有两次催缴并提前7天通知。' : ''}
      </p>
    </>
  );
};

const Words = ({ values }: { readonly values: DraftValues }): ReactElement => {
  const form = Form.useFormInstance<DraftValues>();
  const communities = useCommunities();
  const templates = (useTemplates().data?.rows ?? []).filter(
    ({ state, kind }) => state === '启用' && (values.kind === undefined || kind === values.kind),
  );
  const ways = useTemplates().data?.channels ?? [];
  const take = (id: string | undefined) => {
    const template = templates.find((one) => one.id === id);
    if (template === undefined) return;
    const open = template.channels.filter((name) => ways.find((way) => way.name === name)?.reason === '');
    form.setFieldsValue({
      kind: template.kind,
      title: template.title,
      body: template.body,
      smsSign: template.smsSign,
      channels: open,
    });
  };
  return (
    <>
      <div className="registry-two">
        <Form.Item name="communityId" label="小区" rules={required('请选择小区')}>
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            loading={communities.isPending}
            options={communityOptions(communities.data)}
            onChange={() => form.setFieldsValue({ buildings: [], rooms: [], run: null })}
          />
        </Form.Item>
        <Form.Item name="kind" label="类别" rules={required('请选择类别')}>
          <Select options={optionsOf(NOTICE_KINDS)} onChange={() => form.setFieldsValue({ templateId: null })} />
        </Form.Item>
      </div>
      <Form.Item name="templateId" label="模板" extra="选择后带出标题、正文和渠道，可再修改">
        <Select
          allowClear
          placeholder={templates.length === 0 ? '没有可用的模板，可直接填写' : '选择模板'}
          options={templates.map(({ id, name, kind }) => ({
            value: id,
            label: values.kind === undefined ? `${name}（${kind}）` : name,
          }))}
          onChange={(id: string | undefined) => take(id)}
        />
      </Form.Item>
      <Form.Item
        name="title"
        label="标题"
        rules={[
          { required: true, message: '请填写标题' },
          { min: 2, max: 50, message: '标题应为2至50字' },
        ]}
      >
        <Input maxLength={50} showCount />
      </Form.Item>
      <ChannelsField />
      <BodyField />
      {values.channels.includes('短信') ? (
        <Form.Item name="smsSign" label="短信签名" extra="发出时显示为【签名】，计入字数">
          <Input maxLength={12} />
        </Form.Item>
      ) : null}
      {values.kind === '停供通知' ? (
        <Form.Item name="stopDay" label="停供日" rules={required('请填写停供日')} extra="须距发送7天以上">
          <MomentField kind="date" />
        </Form.Item>
      ) : null}
    </>
  );
};

interface Kept {
  readonly id: string;
  readonly version: number;
}

const Editing = ({
  initial,
  kept: first,
  onClose,
  onSent,
}: {
  readonly initial: DraftValues;
  readonly kept: Kept | null;
  readonly onClose: () => void;
  readonly onSent: (id: string) => void;
}): ReactElement => {
  const [form] = Form.useForm<DraftValues>();
  const client = useQueryClient();
  const send = useSend();
  const [step, setStep] = useState(0);
  const [kept, setKept] = useState(first);
  const [seed, setSeed] = useState(1);
  const watched = Form.useWatch([], { form, preserve: true }) as DraftValues | undefined;
  const values: DraftValues = { ...initial, ...watched };
  const fail = (error: unknown) => {
    const path = error instanceof ApiError ? error.errors[0]?.path : undefined;
    if (path !== undefined) setStep(stepOf(path));
    showErrors(form, error);
  };
  const look = useMutation({
    mutationFn: (at: number) =>
      callApi(feeAnnouncementPreview, { ...inputOf({ ...values, planAt: null }), seed: String(at) }),
    onError: fail,
  });
  const see = (at: number) => {
    setSeed(at);
    look.mutate(at);
  };
  const write = useMutation({
    mutationFn: async (sends: boolean) => {
      const input = { ...inputOf(values), ...(kept === null ? {} : { id: kept.id, version: kept.version }) };
      const { id, version, rooms } = await send(feeAnnouncementDraft, input);
      // What was kept stays kept, whatever becomes of sending it.
      setKept({ id, version });
      return { id, rooms, sent: sends ? await send(feeAnnouncementSend, { id, version }) : null };
    },
    onSuccess: async ({ id, rooms, sent }) => {
      await client.invalidateQueries({ queryKey: [NOTICES] });
      if (sent === null) {
        notify.success(`草稿已保存，对象 ${rooms} 户`);
        onClose();
        return;
      }
      notify.success(
        sent.state === '待审核'
          ? '已提交审核'
          : sent.state === '定时'
            ? '已设为定时发送'
            : `正在发送，共 ${sent.queued} 条`,
      );
      onSent(id);
    },
    onError: fail,
  });
  const drop = useWrite(feeAnnouncementWithdraw, { said: '草稿已作废', renews: [NOTICES], onRenewed: onClose });
  const next = async () => {
    try {
      await form.validateFields();
    } catch {
      return;
    }
    if (step === 0) see(seed);
    setStep(step + 1);
  };
  const go = async (sends: boolean) => {
    try {
      await form.validateFields();
    } catch {
      setStep(0);
      return;
    }
    write.mutate(sends);
  };
  const checked = isChecked(values.kind ?? '一般公告');
  return (
    <AppDrawer
      width={760}
      title={kept === null ? '新建公告' : '公告草稿'}
      onClose={onClose}
      footer={
        <div className="notice-foot">
          {step > 0 ? <Button onClick={() => setStep(step - 1)}>上一步</Button> : null}
          <span />
          {kept !== null && can(SCREEN, 'edit') ? (
            <Button danger loading={drop.isPending} onClick={() => drop.mutate({ id: kept.id, reason: '草稿作废' })}>
              作废
            </Button>
          ) : null}
          <Button loading={write.isPending && write.variables === false} onClick={() => void go(false)}>
            存草稿
          </Button>
          {step < 2 ? (
            <Button type="primary" onClick={() => void next()}>
              下一步
            </Button>
          ) : can(SCREEN, 'edit') ? (
            <Button type="primary" loading={write.isPending && write.variables === true} onClick={() => void go(true)}>
              {checked ? '提交审核' : values.planAt === null ? '发送' : '定时发送'}
            </Button>
          ) : null}
        </div>
      }
    >
      <ol className="notice-steps" aria-label="步骤">
        {STEPS.map((name, at) => (
          <li key={name} {...(at === step ? { 'aria-current': 'step' as const } : {})}>
            {name}
          </li>
        ))}
      </ol>
      <Form<DraftValues> name="editing" form={form} layout="vertical" initialValues={initial}>
        <div hidden={step !== 0}>
          <Words values={values} />
          <AudienceFields form={form} />
        </div>
        <div hidden={step !== 2}>
          <Settings values={values} />
        </div>
      </Form>
      {step !== 1 ? null : look.error ? (
        <ErrorRetry error={look.error} onRetry={() => see(seed)} />
      ) : look.data === undefined || look.isPending ? (
        <SkeletonDelay rows={6} />
      ) : (
        <Preview seen={look.data} onAgain={() => see(seed + 1)} />
      )}
    </AppDrawer>
  );
};

/** Writing an announcement: words and audience, what three households would read, when it goes out. */
export const NoticeEditor = ({
  id,
  community,
  onClose,
  onSent,
}: {
  readonly id: string | null;
  readonly community: string;
  readonly onClose: () => void;
  readonly onSent: (id: string) => void;
}): ReactElement => {
  const [asked] = useState(id);
  const found = useQuery({
    queryKey: [NOTICES, 'draft', asked],
    queryFn: ({ signal }) => callApi(feeAnnouncementDetail, { id: asked ?? '' }, { signal }),
    enabled: asked !== null,
    // What is being written is not fetched from under the pen.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (asked === null)
    return (
      <Editing
        initial={community === '' ? EMPTY : { ...EMPTY, communityId: community }}
        kept={null}
        onClose={onClose}
        onSent={onSent}
      />
    );
  if (found.data === undefined || found.data.notice.state !== '草稿')
    return (
      <AppDrawer width={760} title="公告草稿" onClose={onClose}>
        {found.error ? (
          <ErrorRetry error={found.error} onRetry={() => void found.refetch()} />
        ) : found.data === undefined ? (
          <SkeletonDelay rows={8} />
        ) : (
          <p>
            该公告{found.data.notice.state}，不能再修改。
            <Button type="link" className="cell-link" onClick={() => onSent(asked)}>
              查看
            </Button>
          </p>
        )}
      </AppDrawer>
    );
  return (
    <Editing
      initial={valuesOf(found.data)}
      kept={{ id: found.data.notice.id, version: found.data.notice.version }}
      onClose={onClose}
      onSent={onSent}
    />
  );
};
