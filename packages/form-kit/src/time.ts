/** Days and instants are core's: energy counts them, too. Whoever works with forms finds them here. */
export {
  dayNumber,
  dayOfInstant,
  dayText,
  instantMs,
  instantText,
  isTime,
  monthNumber,
  monthText,
  today,
} from '@hengneng/core';
