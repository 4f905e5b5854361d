import { rolePosts, roleSavePosts } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import type { ReactElement } from 'react';
import { useQuestions } from '../../../ui/confirm.ts';
import { callApi } from '../../../lib/api.ts';
import { notify } from '../../../lib/notify.ts';
import { useSynced } from '../../../lib/useSynced.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';

const few = (names: readonly string[]): string =>
  names.length > 5 ? `${names.slice(0, 5).join('、')}等${names.length}人` : names.join('、');

/** Posts whose holders have the role without being put in. */
export const PostsCard = ({
  roleId,
  editable,
}: {
  readonly roleId: string;
  readonly editable: boolean;
}): ReactElement => {
  const modal = useQuestions();
  const { data, error, refetch } = useQuery({
    queryKey: ['roles', 'posts', roleId],
    queryFn: ({ signal }) => callApi(rolePosts, { roleId }, { signal }),
  });
  const [chosen, setChosen] = useSynced(data, (read): readonly string[] => (read?.posts ?? []).map(({ post }) => post));
  const save = useWrite(roleSavePosts, {
    onDone: ({ added, removed, withheld }) => {
      const parts = [
        ...(added.length > 0 ? [`加入：${few(added)}`] : []),
        ...(removed.length > 0 ? [`失去：${few(removed)}`] : []),
        ...(withheld.length > 0 ? [`未加入：${few(withheld)}`] : []),
      ];
      notify.success(parts.length > 0 ? `岗位已保存，${parts.join('；')}` : '岗位已保存');
    },
    renews: ['roles', 'users'],
  });
  if (error) return <ErrorRetry error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonDelay />;
  const before = data.posts.map(({ post }) => post);
  const people = new Map(data.known.map(({ post, users }) => [post, users]));
  const said = (post: string): string => `${post}（${people.get(post) ?? 0}人）`;
  const changed = chosen.length !== before.length || chosen.some((post) => !before.includes(post));
  const withheld = data.posts.flatMap((post) => post.withheld.map((one) => ({ ...one, post: post.post })));
  const ask = async () => {
    const [more, less] = [
      chosen.filter((post) => !before.includes(post)),
      before.filter((post) => !chosen.includes(post)),
    ];
    const sure = await modal.confirm({
      title: '保存岗位自动加入',
      content: [
        ...(more.length > 0 ? [`${more.map(said).join('、')}的人员将自动得到该角色，以后任该岗位的人也是。`] : []),
        ...(less.length > 0 ? [`${less.map(said).join('、')}的人员不再因岗位得到该角色。`] : []),
        '下一次请求即生效。',
      ].join(''),
      okText: '保存',
      cancelText: '取消',
    });
    if (sure) save.mutate({ roleId, posts: [...chosen], seen: before });
  };
  return (
    <section aria-label="岗位自动加入">
      <p className="hint">任这些岗位的人自动得到该角色，离岗即失去：</p>
      <div className="filter-bar">
        <div className="filter-wide">
          <Select<string[]>
            mode="tags"
            style={{ width: '100%' }}
            disabled={!editable}
            aria-label="自动加入的岗位"
            placeholder={editable ? '选择或填写岗位' : '没有岗位自动加入'}
            value={[...chosen]}
            onChange={(posts) =>
              setChosen([...new Set(posts.map((post) => post.trim().slice(0, 50)).filter((post) => post !== ''))])
            }
            options={data.known.map(({ post }) => ({ value: post, label: said(post) }))}
          />
        </div>
        {editable ? (
          <Button disabled={!changed} loading={save.isPending} onClick={() => void ask()}>
            保存岗位
          </Button>
        ) : null}
      </div>
      {withheld.length > 0 ? (
        <p className="note">
          未自动加入：{withheld.map((one) => `${one.UserName}（${one.post}，${one.reason}）`).join('、')}
        </p>
      ) : null}
    </section>
  );
};
