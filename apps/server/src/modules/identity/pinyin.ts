import { pinyin } from 'pinyin-pro';

/** `张三` → `zhangsan zs`: what pickers search by. Letters and digits stay as they are. */
export const pinyinOf = (name: string): string => {
  const all = pinyin(name, { toneType: 'none', type: 'array' }).join('');
  const initials = pinyin(name, { pattern: 'first', toneType: 'none', type: 'array' }).join('');
  return `${all} ${initials}`.toLowerCase().replaceAll(/[^a-z0-9 ]/g, '');
};
