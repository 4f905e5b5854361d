/** The input of every field type. The compiler sees to it that none is missing. */
import type { FieldType } from '@hengneng/form-kit';
import type { ComponentType } from 'react';
import { CheckInput } from './check.tsx';
import { BooleanInput, EnumInput, MultiEnumInput } from './choice.tsx';
import { FilesInput } from './files.tsx';
import { MomentInput } from './moment.tsx';
import { NumberInput } from './number.tsx';
import { DeptInput, ReferenceInput } from './reference.tsx';
import { RichTextInput } from './rich-text.tsx';
import { SignatureInput } from './signature.tsx';
import { TextArea, TextInput } from './text.tsx';
import type { WidgetProps } from './types.ts';

export const WIDGETS: Readonly<Record<FieldType, ComponentType<WidgetProps>>> = {
  text: TextInput,
  phone: TextInput,
  idCard: TextInput,
  plate: TextInput,
  textarea: TextArea,
  richText: RichTextInput,
  integer: NumberInput,
  decimal: NumberInput,
  money: NumberInput,
  money4: NumberInput,
  percent: NumberInput,
  date: MomentInput,
  datetime: MomentInput,
  month: MomentInput,
  time: MomentInput,
  enum: EnumInput,
  multiEnum: MultiEnumInput,
  boolean: BooleanInput,
  check: CheckInput,
  user: ReferenceInput,
  users: ReferenceInput,
  dept: DeptInput,
  project: ReferenceInput,
  contract: ReferenceInput,
  device: ReferenceInput,
  supplier: ReferenceInput,
  community: ReferenceInput,
  room: ReferenceInput,
  ref: ReferenceInput,
  file: FilesInput,
  files: FilesInput,
  image: FilesInput,
  images: FilesInput,
  signature: SignatureInput,
};

/** One line to type into, and nothing beside it: what is typed can move nothing on the page. */
export const IS_LINE: ReadonlySet<FieldType> = new Set([
  'text',
  'phone',
  'idCard',
  'plate',
  'integer',
  'decimal',
  'money',
  'money4',
  'percent',
]);

/** Labels of these name a group of elements, not one. */
export const IS_GROUP: ReadonlySet<FieldType> = new Set([
  'multiEnum',
  'boolean',
  'check',
  'file',
  'files',
  'image',
  'images',
  'signature',
  'richText',
]);
