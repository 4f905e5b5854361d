import { MOST_PHRASES, PHRASE_LENGTH } from '@hengneng/contracts';
import { Button, Form, Input } from 'antd';
import type { ReactElement } from 'react';
import { usePhrases } from '../../engine/opinion/phrases.ts';
import { messageOf } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { ErrorRetry, SkeletonDelay } from '../../ui/feedback.tsx';
import { showErrors } from '../../ui/form-errors.ts';

/** Opinions to pick from when handling a record: kept ones first, then those that the person writes often. */
export const Phrases = (): ReactElement => {
  const [form] = Form.useForm<{ readonly text: string }>();
  const { list, keep, drop } = usePhrases();
  const { data, error, refetch } = list;
  const save = (text: string) =>
    keep.mutate({ text }, { onSuccess: () => form.resetFields(), onError: (failure) => showErrors(form, failure) });
  if (error) return <ErrorRetry error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonDelay rows={2} />;
  return (
    <>
      <ul className="plain-list">
        {data.rows.map(({ text, uses, kept }) => (
          <li key={text}>
            <span className="wrap">
              {text} <small>{kept ? '已收藏' : `用过 ${uses} 次`}</small>
            </span>
            <span>
              {kept ? null : (
                <Button type="link" size="small" aria-label={`收藏 ${text}`} onClick={() => save(text)}>
                  收藏
                </Button>
              )}
              <Button
                type="link"
                size="small"
                aria-label={`删除 ${text}`}
                onClick={() => drop.mutate({ text }, { onError: (failure) => notify.error(messageOf(failure)) })}
              >
                删除
              </Button>
            </span>
          </li>
        ))}
      </ul>
      <Form name="phrases" form={form} layout="inline" className="one-line-form" onFinish={({ text }) => save(text)}>
        <Form.Item
          name="text"
          label="新的常用意见"
          rules={[{ required: true, whitespace: true, message: '请输入常用语' }]}
        >
          <Input maxLength={PHRASE_LENGTH} placeholder={`最多 ${MOST_PHRASES} 条`} />
        </Form.Item>
        <Button htmlType="submit" loading={keep.isPending}>
          添加
        </Button>
      </Form>
    </>
  );
};
