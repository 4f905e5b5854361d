/** 咨询管理: every module's effects. */
import { consultEffects } from './consult.effect.ts';
import { consultProjectEffects } from './consultProject.effect.ts';
import { ecuConsultEffects, saleConsultEffects } from './consults.ts';
import { ecuOfferEffects, offerEffects, saleOfferEffects } from './offers.ts';
import { internalRelationEffects, internalRelationNewEffects } from './relations.ts';

export const projectContentEffects = {
  ...consultEffects,
  ...consultProjectEffects,
  ...ecuConsultEffects,
  ...ecuOfferEffects,
  ...internalRelationEffects,
  ...internalRelationNewEffects,
  ...offerEffects,
  ...saleConsultEffects,
  ...saleOfferEffects,
};
