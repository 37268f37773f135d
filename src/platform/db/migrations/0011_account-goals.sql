CREATE TABLE "account_goals" (
	"customer_id" bigint PRIMARY KEY NOT NULL,
	"target_cpa_micros" bigint,
	"brand_words" text[] NOT NULL,
	"protected_words" text[] NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
