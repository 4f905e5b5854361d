/** What title, text and variables of an announcement must be. */
import { noticeLabel, noticeNames, personalNames, unknownNames } from '@hengneng/charging';
import type { NoticeChannel } from '@hengneng/contracts';
import type { FieldError } from '@hengneng/core';
import { invalid } from '../../../platform/http/errors.ts';

const named = (names: readonly string[]): string => names.map((name) => `{${name}}`).join('、');

/** @throws invalid at the field, where a text asks for what there is not or says in public what is a household's own */
export function demandWords(of: {
  readonly title: string;
  readonly body: string;
  readonly channels: readonly NoticeChannel[];
}): void {
  const errors: FieldError[] = [];
  // It stands above the list, for all of them.
  const inTitle = noticeNames(of.title);
  if (inTitle.length > 0) errors.push({ path: 'title', message: `标题对各户相同，不能含变量 ${named(inTitle)}` });
  const unknown = unknownNames(of.body);
  if (unknown.length > 0) errors.push({ path: 'body', message: `没有变量 ${named(unknown)}，请从变量表中选择` });
  const personal = personalNames(of.body);
  if (of.channels.includes('公示') && personal.length > 0)
    errors.push({
      path: 'body',
      message: `公示人人可见，不能含${personal.map(noticeLabel).join('、')}（${named(personal)}）`,
    });
  if (errors.length > 0) throw invalid(errors);
}
