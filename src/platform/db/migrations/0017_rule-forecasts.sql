CREATE TABLE "rule_forecasts" (
	"customer_id" bigint NOT NULL,
	"rule" text NOT NULL,
	"cases" integer NOT NULL,
	"weight" double precision NOT NULL,
	"value" double precision NOT NULL,
	"pooled_cases" integer DEFAULT 0 NOT NULL,
	"pooled_weight" double precision DEFAULT 0 NOT NULL,
	"pooled_value" double precision DEFAULT 0 NOT NULL,
	CONSTRAINT "rule_forecasts_customer_id_rule_pk" PRIMARY KEY("customer_id","rule")
);
--> statement-breakpoint
CREATE TABLE "rule_pools" (
	"rule" text PRIMARY KEY NOT NULL,
	"accounts" integer NOT NULL,
	"cases" integer NOT NULL,
	"weight" double precision NOT NULL,
	"value" double precision NOT NULL,
	"pooled_at" timestamp with time zone NOT NULL
);
