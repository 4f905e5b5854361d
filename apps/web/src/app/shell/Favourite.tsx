import StarFilled from '@ant-design/icons/es/icons/StarFilled';
import StarOutlined from '@ant-design/icons/es/icons/StarOutlined';
import { Button } from 'antd';
import { type ReactElement, useMemo } from 'react';
import { useSetting } from '../../lib/useSetting.ts';
import { favouritesOf, type MenuLeaf } from '../menu.ts';

/** What the person marked, in their order, and what keeps another choice. */
export const useFavourites = (
  leaves: readonly MenuLeaf[],
): readonly [readonly MenuLeaf[], (codes: readonly string[]) => void] => {
  const [stored, save] = useSetting('menu.favourites');
  const favourites = useMemo(() => favouritesOf(leaves, stored), [leaves, stored]);
  return [favourites, save];
};

/** Marks a page, or takes the mark away. */
export const Favourite = ({
  here,
  leaves,
}: {
  readonly here: MenuLeaf;
  readonly leaves: readonly MenuLeaf[];
}): ReactElement => {
  const [favourites, save] = useFavourites(leaves);
  const marked = favourites.some((leaf) => leaf.path === here.path);
  const toggle = () => {
    const codes = favourites.map((leaf) => leaf.entry.code);
    save(marked ? codes.filter((code) => code !== here.entry.code) : [...codes, here.entry.code]);
  };
  return (
    <Button
      type="text"
      icon={marked ? <StarFilled /> : <StarOutlined />}
      aria-label={marked ? '取消收藏本页' : '收藏本页'}
      aria-pressed={marked}
      onClick={toggle}
    />
  );
};
