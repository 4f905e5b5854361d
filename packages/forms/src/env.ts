import { formDefiner } from '@hengneng/form-kit';
import type { BookProps } from './books/index.ts';
import type { EffectName } from './effects.ts';
import type { AttributeProps } from './entities.ts';
import type { OWN_PROPS } from './props.ts';

type OwnProps = { readonly [E in keyof typeof OWN_PROPS]: (typeof OWN_PROPS)[E][number] };
type NamesIn<P, K> = K extends keyof P ? P[K] : never;

/** Properties of the entities, of what they are besides, and of the books. */
export type FormProps = {
  readonly [K in keyof OwnProps | keyof AttributeProps | keyof BookProps]:
    | NamesIn<OwnProps, K>
    | NamesIn<AttributeProps, K>
    | NamesIn<BookProps, K>;
};

export const defineForm = formDefiner<{ readonly effects: EffectName; readonly props: FormProps }>();
