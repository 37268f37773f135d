CREATE TABLE "conversion_setting_changes" (
	"customer_id" bigint NOT NULL,
	"conversion_action_id" bigint NOT NULL,
	"setting" text NOT NULL,
	"seen_on" date NOT NULL,
	"last_seen_on" date NOT NULL,
	"former" text NOT NULL,
	"present" text NOT NULL,
	CONSTRAINT "conversion_setting_changes_pk" PRIMARY KEY("customer_id","conversion_action_id","setting","seen_on")
);
