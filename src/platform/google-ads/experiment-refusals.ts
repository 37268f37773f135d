/** Why Google does not take an experiment, by its code. */
export const EXPERIMENT_TEXTS: Record<string, string> = {
  CANNOT_ADD_CAMPAIGN_WITH_SHARED_BUDGET: sharedBudget(),
  CANNOT_CREATE_EXPERIMENT_CAMPAIGN_WITH_SHARED_BUDGET: sharedBudget(),
  BUDGET_MUST_NOT_BE_SHARED: sharedBudget(),
  CANNOT_ADD_CAMPAIGN_WITH_CUSTOM_BUDGET: customBudget(),
  CANNOT_CREATE_EXPERIMENT_CAMPAIGN_WITH_CUSTOM_BUDGET: customBudget(),
  BIDDING_STRATEGY_NOT_SUPPORTED_IN_EXPERIMENTS:
    'La campaña usa una estrategia de puja que Google no admite en experimentos (una de cartera, por ejemplo).',
  INVALID_CAMPAIGN_CHANNEL_TYPE: 'Google no admite experimentos en este tipo de campaña.',
  UNSUPPORTED_CAMPAIGN_ADVERTISING_CHANNEL_SUB_TYPE:
    'Google no admite experimentos en este tipo de campaña.',
  TRAFFIC_SPLIT_NOT_SUPPORTED_FOR_CHANNEL_TYPE:
    'Google no admite repartir el tráfico en este tipo de campaña.',
  INVALID_CAMPAIGN_STATUS: 'La campaña está eliminada en Google Ads.',
  OVERLAPPING_MEMBERS_AND_DATE_RANGE: 'La campaña ya está en otro experimento en esas fechas.',
  CANNOT_HAVE_SAME_CAMPAIGN_CROSS_ARMS_IN_ONE_EXPERIMENT:
    'La campaña ya está en otro experimento en esas fechas.',
  CANNOT_ADD_BASE_CAMPAIGN_WITH_DATE_RANGE:
    'La campaña no está activa en todas las fechas del experimento.',
  CANNOT_SET_START_DATE_IN_PAST: 'El experimento no puede empezar en el pasado.',
  START_DATE_TOO_FAR_IN_FUTURE: 'El experimento tiene que empezar antes de un año.',
  END_DATE_BEFORE_START_DATE: 'El experimento no puede acabar antes de empezar.',
  INVALID_DURATION_FOR_AN_EXPERIMENT: 'Google no admite un experimento tan largo.',
  DUPLICATE_EXPERIMENT_NAME: 'Ya hay otro experimento con ese nombre en Google Ads.',
  DUPLICATE_EXPERIMENT_CAMPAIGN_NAME:
    'Ya hay en la cuenta una campaña con el nombre que llevaría la del experimento.',
  MISSING_EU_POLITICAL_ADVERTISING_SELF_DECLARATION:
    'Falta declarar en Google Ads si la campaña contiene publicidad política para la UE.',
  CANNOT_ADD_CAMPAIGNS_WITH_DYNAMIC_ASSETS_ENABLED:
    'La campaña tiene recursos dinámicos, que Google no admite en experimentos.',
  EXPERIMENT_NOT_YET_STARTED: 'El experimento todavía no ha empezado.',
  STATUS_TRANSITION_INVALID: 'El experimento ya no está en marcha en Google Ads.',
  CANNOT_MODIFY_REMOVED_EXPERIMENT: 'El experimento ya no existe en Google Ads.',
  CANNOT_REMOVE_IN_CREATION_EXPERIMENT:
    'Google todavía está preparando el experimento. Inténtalo en unos minutos.',
  SUM_TRIAL_ARM_TRAFFIC_UNEQUALS_TO_TRIAL_TRAFFIC_SPLIT_DENOMINATOR:
    'El reparto del tráfico tiene que sumar el 100 %.',
  INVALID_TRIAL_ARM_TRAFFIC_SPLIT: 'El reparto del tráfico no es válido.',
}

function sharedBudget(): string {
  return 'La campaña usa un presupuesto compartido, que Google no admite en experimentos.'
}

function customBudget(): string {
  return 'La campaña usa un presupuesto para un periodo, que Google no admite en experimentos.'
}
