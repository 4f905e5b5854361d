import StarFilled from '@ant-design/icons/es/icons/StarFilled';
import StarOutlined from '@ant-design/icons/es/icons/StarOutlined';
import { Button } from 'antd';
import { type ReactElement, useMemo } from 'react';
import { type SettingChange, useSetting } from '../../lib/useSetting.ts';
import { favouritesOf, type MenuLeaf } from '../menu.ts';

/** What the person marked, in their order, and what keeps another choice. */
export const useFavourites = (
  leaves: readonly MenuLeaf[],
): readonly [readonly MenuLeaf[], (change: SettingChange) => void] => {
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
  const toggle = () =>
    save((stored) => {
      const codes = favouritesOf(leaves, stored).map((leaf) => leaf.entry.code);
      const { code } = here.entry;
      return codes.includes(code) ? codes.filter((one) => one !== code) : [...codes, code];
    });
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
